/** A student's own marks in a course: missing work first, then the marks. */

import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { MyMark } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { roundMarks } from '@lms/contract/rules/marks'
import { formatDueTime } from '#lib/format-date.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconChevronRight } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { CoursePicker, useCourseOptions } from '#features/courses/course-picker.tsx'
import { formatTrainers } from '#features/courses/format.ts'
import { myMarksQuery } from './api.ts'
import { ColumnHeads, LateCost, MarkRow, MissingRow, UnmarkedRow } from './my-mark-rows.tsx'
import { sumWeights, TotalCard } from './total-card.tsx'
import classes from './my-marks.module.css'

function OtherCourses({ course }: { course: Course }) {
  const navigate = useNavigate()
  const { found } = useCourseOptions(course.id, 'taught')
  return <CoursePicker found={found} chosen={course} onChange={(courseId) => void navigate(paths.marks.to({ courseId }))} />
}

export function MyMarks({ course }: { course: Course }) {
  const courseId = course.id
  const root = useCoursesBreadcrumb()
  const isPhone = useIsPhone()
  const marks = useQuery(myMarksQuery({ params: { courseId } }))
  const all = marks.data?.items ?? []
  useRefetchAt(marks, all.flatMap(getEnds), ['marks'])
  const inState = (state: MyMark['state']) => all.filter((item) => item.state === state)
  const [missing, returned] = [inState('MISSING'), inState('RETURNED')]
  // The newest mark is looked for first.
  const graded = inState('GRADED').toSorted((one, other) => ((one.gradedAt ?? '') < (other.gradedAt ?? '') ? 1 : -1))
  const [waiting, later] = [inState('TO_GRADE'), inState('NOT_DUE')]
  const next = later.find(({ dueAt }) => dueAt !== null)
  const open = missing.find(({ canSubmit }) => canSubmit)
  const getLink = (item: MyMark) => paths.assignment.to({ courseId, weekId: item.weekId, assignmentId: item.id })
  const columns = {
    hasMedians: marks.data?.showMedians === true && all.some(({ median }) => median !== null),
    hasWeights: all.some(({ weight }) => weight !== null),
  }
  const total = marks.data && all.length > 0 && <TotalCard {...marks.data} />
  const note = marks.data && (
    <Text variant="caption" c="dimmed">
      {marks.data.showMedians && 'Medians are shown once 5 marks are in. '}
      Only you and the trainers see your marks.
    </Text>
  )
  return (
    <Page
      title="My marks"
      crumbs={[root, { label: course.title, to: paths.course.to({ courseId }) }]}
      meta={
        <>
          {!isPhone && <OtherCourses course={course} />}
          {!isPhone && <span>{formatTrainers(course)}</span>}
          {marks.data && <span>{`${pluralize(graded.length, 'mark')}, ${missing.length} missing, ${waiting.length} waiting`}</span>}
        </>
      }
      side={
        !isPhone && (
          <Stack gap={10}>
            {total}
            {note}
          </Stack>
        )
      }
    >
      {marks.isPending && <SkeletonRows count={6} />}
      {marks.isError && !marks.data && <LoadFailed title="The marks could not be loaded." {...toLoadError(marks)} />}
      {marks.data && all.length === 0 && <EmptyState title="No assignments yet.">Your marks are shown here.</EmptyState>}
      <Stack gap={16}>
        {missing.length > 0 && (
          <Section title="Missing" count={missing.length} isOverdue>
            <Rows>
              {missing.map((item) => (
                <MissingRow key={item.id} item={item} to={getLink(item)} isFirst={item === open} />
              ))}
            </Rows>
          </Section>
        )}
        {isPhone && total}
        {returned.length > 0 && (
          <MarkSection title="Returned" items={returned} heads={<ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && (
          <MarkSection title="Marks" items={graded} heads={graded.length > 0 && <ColumnHeads {...columns} />}>
            {(item) => <MarkRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        {marks.data && all.length > 0 && graded.length === 0 && (
          <Text variant="meta">No marks yet.{next?.dueAt && ` Next due: ${isolate(next.title)}, ${formatDueTime(next.dueAt)}.`}</Text>
        )}
        {waiting.length > 0 && (
          <MarkSection title="Waiting for a mark" items={waiting}>
            {(item) => <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />}
          </MarkSection>
        )}
        <NotOwed title="Excused" glyph="excused" items={inState('EXCUSED')} getLink={getLink} />
        <NotOwed title="Before you enrolled" glyph="before-joining" items={inState('BEFORE_JOINING')} getLink={getLink} />
        {later.length > 0 && (
          <NotDue items={later} hasWeights={columns.hasWeights}>
            {later.map((item) => (
              <UnmarkedRow key={item.id} item={item} to={getLink(item)} {...columns} />
            ))}
          </NotDue>
        )}
        {isPhone && note}
      </Stack>
      {isPhone && open && (
        <BottomDock
          state={
            <>
              <div className={classes.count}>{missing.length} missing</div>
              <LateCost item={open} />
            </>
          }
        >
          <Button component={Link} to={getLink(open)}>
            Open assignment
          </Button>
        </BottomDock>
      )}
    </Page>
  )
}

type MarkSectionProps = { title: string; items: readonly MyMark[]; heads?: ReactNode; children: (item: MyMark) => ReactNode }

function MarkSection({ title, items, heads, children }: MarkSectionProps) {
  return (
    <div className={classes.marks}>
      <Section title={title} count={items.length} action={heads}>
        <Rows>{items.map(children)}</Rows>
      </Section>
    </div>
  )
}

type NotOwedProps = { title: string; glyph: StatusName; items: readonly MyMark[]; getLink: (item: MyMark) => string }

function NotOwed({ title, glyph, items, getLink }: NotOwedProps) {
  if (items.length === 0) return null
  return (
    <MarkSection title={title} items={items}>
      {(item) => (
        <Row
          key={item.id}
          to={getLink(item)}
          glyph={<StatusIcon name={glyph} />}
          name={item.title}
          meta={`Week ${item.weekNumber} · not in your total`}
        />
      )}
    </MarkSection>
  )
}

function NotDue({ items, hasWeights, children }: { items: readonly MyMark[]; hasWeights: boolean; children: ReactNode }) {
  return (
    <details className={`${classes.notDue} ${classes.marks}`}>
      <summary>
        <IconChevronRight className={classes.turn} size={18} stroke={1.75} aria-hidden />
        <h2>
          Not due yet <span>{items.length}</span>
        </h2>
        {hasWeights && (
          <Text span variant="meta">
            {roundMarks(sumWeights(items))}&nbsp;%
          </Text>
        )}
      </summary>
      <Rows>{children}</Rows>
    </details>
  )
}
