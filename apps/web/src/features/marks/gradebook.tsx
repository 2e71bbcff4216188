/** The gradebook: all marks of a course, filtered by what is missing, and exported as a file. */

import { Button, Menu, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { roundMarks } from '@lms/contract/rules/marks'
import { api, downloadBlob, getErrorMessage } from '#lib/api.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { IconAdjustments, IconDownload, IconFileImport } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { HeldInFile, ReleaseDialog } from '#features/submissions/held-marks.tsx'
import { useUpdateMarkSettings } from './api.ts'
import { AssignmentPanel } from './assignment-panel.tsx'
import { GradebookGrid } from './gradebook-grid.tsx'
import { GradebookPhone } from './gradebook-phone.tsx'
import { type GradebookList, useGradebook } from './use-gradebook.ts'
import classes from './marks.module.css'

export function Gradebook({ course }: { course: Course }) {
  const courseId = course.id
  const may = useCan()
  const root = useCoursesBreadcrumb()
  const list = useGradebook(courseId)
  const [openId, setOpenId] = useState<string | null>(null)
  const [releasedId, setReleasedId] = useState<string | null>(null)
  const [hasOptions, setOptions] = useState(false)
  const { book, summary } = list
  const { columns = [], items = [], total = 0 } = book.data ?? {}
  const opened = columns.find(({ id }) => id === openId)
  const released = columns.find(({ id }) => id === releasedId)
  const summaryOf = (assignmentId: string) => summary.data?.assignments.find(({ id }) => id === assignmentId)
  // The panel is closed first: it would treat a click in the dialog as one outside.
  const release = (id: string): void => {
    setOpenId(null)
    setReleasedId(id)
  }
  const oldest = summary.data?.oldest
  const isPhone = useIsPhone()
  const gradeNext = oldest && (
    <Button component={Link} to={paths.submission.to({ submissionId: oldest.submissionId, courseId }, { tab: 'to-grade' })}>
      Grade next
    </Button>
  )
  const panel = opened && (
    <AssignmentPanel
      course={course}
      column={opened}
      summary={summaryOf(opened.id)}
      list={list}
      onClose={() => setOpenId(null)}
      onRelease={() => release(opened.id)}
    />
  )
  const assignments = [{ value: 'any', label: 'Any assignment' }, ...columns.map(({ id, title }) => ({ value: id, label: title }))]
  const weighted = columns.filter(({ weight }) => weight !== null)
  const weightSum = roundMarks(weighted.reduce((sum, { weight }) => sum + (weight ?? 0), 0))
  return (
    <Page
      kind="wide"
      title="Gradebook"
      crumbs={[root, { label: course.title, to: paths.course.to({ courseId }) }]}
      meta={
        <span>
          {summary.data
            ? `${pluralize(summary.data.students, 'student')} · ${summary.data.toGrade} to grade · ${summary.data.missing} missing`
            : pluralize(course.studentCount, 'student')}
        </span>
      }
      actions={
        <>
          {may('submission.grade', course.membership) && (
            <Button
              component={Link}
              to={paths.marksImport.to({ courseId })}
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
            >
              Import marks
            </Button>
          )}
          <ExportMarks course={course} list={list} held={columns.reduce((sum, column) => sum + column.held, 0)} />
          {!isPhone && gradeNext}
        </>
      }
    >
      <div className={classes.filters} role="search">
        <SearchField
          label="Name or email"
          value={list.text}
          found={book.isPlaceholderData ? null : (book.data?.total ?? null)}
          onChange={list.setText}
        />
        <FilterMenu
          label="Work"
          value={list.state}
          options={[
            { value: 'all', label: 'All' },
            { value: 'missing', label: 'Missing' },
            { value: 'to-grade', label: 'To grade' },
          ]}
          onChange={(value) => list.setState(value)}
        />
        {list.state !== 'all' && (
          <FilterMenu
            label="In"
            off="any"
            value={list.stateIn}
            options={assignments}
            onChange={(value) => list.setState(list.state, value)}
          />
        )}
        {list.isFiltered && <ClearFilters onClick={list.clearFilters} />}
        {may('marks.write', course.membership) && (
          <Button
            variant="subtle"
            size="sm"
            ml="auto"
            leftSection={<IconAdjustments size={18} stroke={1.75} aria-hidden />}
            disabled={!book.data}
            onClick={() => setOptions(true)}
          >
            Options
          </Button>
        )}
      </div>
      <FormerRows isFormer={book.isPlaceholderData}>
        {book.isPending && <SkeletonRows count={8} />}
        {book.isError && !book.data && <LoadFailed title="The marks could not be loaded." {...toLoadError(book)} />}
        {book.data && columns.length === 0 && (
          <EmptyState title="No assignments yet.">Their marks are shown here, one column for each.</EmptyState>
        )}
        {book.data && columns.length > 0 && total === 0 && (
          <EmptyState isFramed={!list.isFiltered} title={list.isFiltered ? 'No student matches' : 'No students yet.'}>
            {list.isFiltered ? 'Try another filter.' : 'Students are shown here once they are enrolled.'}
          </EmptyState>
        )}
        {book.data && columns.length > 0 && total > 0 && (
          <>
            <div className={classes.legend} hidden={isPhone}>
              <StatusText state="missing" />
              <StatusText state="late" />
              <StatusText state="submitted">To grade</StatusText>
              <StatusText state="returned" />
              {columns.some(({ held }) => held > 0) && <StatusText state="held" />}
              <span>· Not due yet</span>
              <span>– Before joining</span>
              <span className={classes.key}>of 20 · 15 %: maximum mark and weight</span>
            </div>
            {isPhone ? (
              <GradebookPhone course={course} columns={columns} items={items} list={list} onRelease={release} />
            ) : (
              <GradebookGrid
                courseId={courseId}
                columns={columns}
                items={items}
                list={list}
                openId={openId}
                panel={panel}
                onOpen={setOpenId}
              />
            )}
            <Pagination page={list.page} limit={list.limit} total={total} label="Students" />
            {weighted.length > 0 && weighted.length < columns.length && (
              <p className={classes.note}>
                {pluralize(columns.length - weighted.length, 'assignment has', 'assignments have')} no weight and count with the maximum
                mark.
              </p>
            )}
            {weighted.length > 0 && weighted.length === columns.length && weightSum !== 100 && (
              <p className={classes.note}>Weights add up to {weightSum} %. Totals are scaled to 100 %.</p>
            )}
          </>
        )}
      </FormerRows>
      {/* At the end: above the list it would move it. */}
      {isPhone && gradeNext && <BottomDock>{gradeNext}</BottomDock>}
      {released && (
        <ReleaseDialog
          place={{ courseId, assignmentId: released.id }}
          count={released.held}
          toGrade={summaryOf(released.id)?.toGrade}
          onClose={() => setReleasedId(null)}
        />
      )}
      {hasOptions && book.data && <MarkOptions courseId={courseId} settings={book.data} onClose={() => setOptions(false)} />}
    </Page>
  )
}

const icon = <IconDownload size={18} stroke={1.75} aria-hidden />

/** The gradebook as a file: a click downloads at once. */
type ExportProps = { course: Course; list: GradebookList; /** Marks that students do not see yet. */ held: number }

function ExportMarks({ course, list, held }: ExportProps) {
  const [hasFeedback, setFeedback] = useState(true)
  const [isShownOnly, setShownOnly] = useState(true)
  const query = { ...(list.isFiltered && isShownOnly && list.matching), feedback: hasFeedback ? ('true' as const) : ('false' as const) }
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.marks.exportMarks({ params: { courseId: course.id }, query: { ...query, format } }),
    onSuccess: (file, format) => downloadBlob(file, `${course.title}, marks.${format}`),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={icon} loading={download.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('csv')}>Download CSV</Menu.Item>
        <Menu.Item onClick={() => download.mutate('xlsx')}>Download XLSX</Menu.Item>
        <HeldInFile held={held} />
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasFeedback} onChange={setFeedback} closeMenuOnClick={false}>
          Include feedback
        </Menu.CheckboxItem>
        {list.isFiltered && (
          <Menu.CheckboxItem checked={isShownOnly} onChange={setShownOnly} closeMenuOnClick={false}>
            Only the students shown
          </Menu.CheckboxItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Settings of a course: what counts in totals, and what students see of the class. */
type Settings = { missingCounts: 'CLOSED' | 'DUE' | 'NEVER'; showMedians: boolean }
type Props = { courseId: string; settings: Settings; onClose: () => void }

const choices = [
  { value: 'CLOSED', label: 'Once it is closed', help: 'Nobody can submit it any more' },
  { value: 'DUE', label: 'From the due date', help: 'Late work replaces the 0' },
  { value: 'NEVER', label: 'Never', help: 'Missing work stays out of the total' },
] as const

function MarkOptions({ courseId, settings, onClose }: Props) {
  const [missingCounts, setMissingCounts] = useState(settings.missingCounts)
  const [showMedians, setShowMedians] = useState(settings.showMedians)
  const update = useUpdateMarkSettings()
  const save = (): void =>
    update.mutate(
      { params: { courseId }, body: { missingCounts, showMedians } },
      {
        onSuccess: () => {
          notify.success('Options saved')
          onClose()
        },
        onError: (error) => notify.error(getErrorMessage(error)),
      },
    )
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={update.isPending} onClick={save}>
        Save options
      </Button>
    </>
  )
  return (
    <Dialog isOpen title="Options for marks" onClose={onClose} foot={foot}>
      <RadioCards label="Missing work counts as 0" choices={choices} value={missingCounts} onChange={setMissingCounts} />
      <Switch
        mt="md"
        label="Students see the class median"
        description="From 5 marks on"
        checked={showMedians}
        onChange={(event) => setShowMedians(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
