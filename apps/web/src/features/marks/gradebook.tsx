/** The gradebook: all marks of a course, filtered by what is missing, and exported as a file. */

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconAdjustments, IconFileImport } from '#ui/icons.ts'
import { QueryPart } from '#ui/query-part.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { ReleaseDialog } from '#features/submissions/held-marks.tsx'
import { AssignmentPanel } from './assignment-panel.tsx'
import { ExportMarks } from './export-marks.tsx'
import { GradebookFilters } from './gradebook-filters.tsx'
import { PrintGradebook } from './gradebook-print.tsx'
import { GradebookRows } from './gradebook-rows.tsx'
import { MarkOptions } from './mark-options.tsx'
import { type GradebookList, unknown, useGradebook } from './use-gradebook.ts'
import classes from './marks.module.css'

export function Gradebook({ course }: { course: Course }) {
  const courseId = course.id
  const list = useGradebook(courseId)
  const isPhone = useIsPhone()
  const [openId, setOpenId] = useState<string | null>(null)
  const [releasedId, setReleasedId] = useState<string | null>(null)
  const { book, summary } = list
  const { columns = [] } = book.data ?? {}
  const opened = columns.find(({ id }) => id === openId)
  const released = columns.find(({ id }) => id === releasedId)
  const summaryOf = (assignmentId: string) => summary.data?.assignments.find(({ id }) => id === assignmentId)
  // The panel is closed first: it would treat a click in the dialog as one outside.
  const release = (id: string): void => {
    setOpenId(null)
    setReleasedId(id)
  }
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
  return (
    <GradebookPage course={course} list={list}>
      <GradebookFilters list={list}>
        <MarkOptionsButton course={course} list={list} />
      </GradebookFilters>
      <QueryPart query={book} what="The marks" loading={8}>
        {(found) =>
          columns.length === 0 || found.total === 0 ? (
            <EmptyGradebook hasColumns={columns.length > 0} isFiltered={list.isFiltered} />
          ) : (
            <GradebookRows course={course} book={found} list={list} openId={openId} panel={panel} onOpen={setOpenId} onRelease={release} />
          )
        }
      </QueryPart>
      {/* At the end: above the list it would move it. */}
      {isPhone && <GradeNextDock courseId={courseId} list={list} />}
      {released && (
        <ReleaseDialog
          place={{ courseId, assignmentId: released.id }}
          count={released.held}
          toGrade={summaryOf(released.id)?.toGrade}
          onClose={() => setReleasedId(null)}
        />
      )}
    </GradebookPage>
  )
}

type Props = { course: Course; list: GradebookList }

function GradebookPage({ course, list, children }: Props & { children: ReactNode }) {
  const may = useCan()
  const isPhone = useIsPhone()
  const { id: courseId, membership, studentCount } = course
  const { data: summary } = list.summary
  const held = list.book.data?.columns.reduce((sum, column) => sum + column.held, 0) ?? 0
  return (
    <PageOfCourse
      course={course}
      tab="marks"
      kind="wide"
      title="Gradebook"
      meta={
        <>
          {!isPhone && <span>{pluralize(summary?.students ?? studentCount, 'student')}</span>}
          <span className={classes.counts}>
            <Link to={paths.marks.to({ courseId }, { state: 'to-grade' })}>{summary?.toGrade ?? unknown} to grade</Link>
            {' · '}
            <Link to={paths.marks.to({ courseId }, { state: 'missing' })}>{summary?.missing ?? unknown} missing</Link>
          </span>
        </>
      }
      actions={
        <>
          {may('submission.grade', membership) && (
            <Button
              component={Link}
              to={paths.marksImport.to({ courseId })}
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
            >
              Import marks
            </Button>
          )}
          <PrintGradebook course={course} list={list} />
          <ExportMarks course={course} list={list} held={held} />
          {!isPhone && <GradeNext courseId={courseId} list={list} />}
        </>
      }
    >
      {children}
    </PageOfCourse>
  )
}

type GradeNextProps = { courseId: string; list: GradebookList }

/** Leads to the submission that waits longest. */
function GradeNext({ courseId, list }: GradeNextProps) {
  const oldest = list.summary.data?.oldest
  return (
    oldest && (
      <Button component={Link} to={paths.submission.to({ submissionId: oldest.submissionId, courseId }, { tab: 'to-grade' })}>
        Grade next
      </Button>
    )
  )
}

const GradeNextDock = (props: GradeNextProps) =>
  props.list.summary.data?.oldest && (
    <BottomDock>
      <GradeNext {...props} />
    </BottomDock>
  )

function EmptyGradebook({ hasColumns, isFiltered }: { hasColumns: boolean; isFiltered: boolean }) {
  if (!hasColumns) return <EmptyState title="No assignments yet.">Their marks are shown here, one column for each.</EmptyState>
  return (
    <EmptyState isFramed={!isFiltered} title={isFiltered ? 'No student matches' : 'No students yet.'}>
      {isFiltered ? 'Try another filter.' : 'Students are shown here once they are enrolled.'}
    </EmptyState>
  )
}

function MarkOptionsButton({ course, list: { book } }: Props) {
  const may = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!may('marks.write', course.membership)) return null
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        ml="auto"
        leftSection={<IconAdjustments size={18} stroke={1.75} aria-hidden />}
        disabled={!book.data}
        onClick={() => setOpen(true)}
      >
        Options
      </Button>
      {isOpen && book.data && <MarkOptions courseId={course.id} settings={book.data} onClose={() => setOpen(false)} />}
    </>
  )
}
