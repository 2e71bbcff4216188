/** The submissions of an assignment: all students, in tabs, and the start of grading. */

import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery, useScreenPart } from '#lib/screen-queries.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { IconDownload } from '#ui/icons.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { assignmentQuery } from '#features/assignments/api.ts'
import { AssignmentMeta } from '#features/assignments/assignment-meta.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { submissionsQuery } from './api.ts'
import { gradingQueueKey } from './grading-queue.tsx'
import { HeldBanner, HeldInFile } from './held-marks.tsx'
import { readFilter } from './submission-filter.tsx'
import { SubmissionList } from './submission-list.tsx'

export function SubmissionListScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const may = useCan()
  const now = useServerNow(60_000)
  const assignment = useScreenQuery(assignmentQuery({ params: { id: assignmentId } })).data
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const waiting = useQuery(
    useScreenPart(submissionsQuery({ params: { courseId, assignmentId }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } })),
  )
  useRefetchAt(waiting, getEnds(assignment), ['submissions', 'assignments'])
  const isFirstLoad = useFirstLoad(waiting)

  // Grading from here follows the current list.
  useEffect(() => client.removeQueries({ queryKey: [gradingQueueKey] }), [client])

  if (isFirstLoad) return <LoadingScreen />

  const { title, weekId } = assignment
  const { counts, items, held = 0 } = waiting.data ?? {}
  const firstId = items?.[0]?.submissionId
  const { tab } = readFilter(search)
  // The rule of the email reaches everybody without a submission: with extensions some are missing, and others have time.
  const isOneTab = tab === 'missing' ? counts?.notSubmitted === 0 : tab === 'not-submitted' && counts?.missing === 0
  const withoutWork = isOneTab ? (counts?.missing ?? 0) + (counts?.notSubmitted ?? 0) : 0
  const meta = (
    <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now}>
      {counts && (
        <span role="status">
          {counts.toGrade} to grade, {counts.graded} of {counts.all} graded
        </span>
      )}
    </AssignmentMeta>
  )
  const actions = (
    <>
      <Button variant="default" component={Link} to={paths.assignment.to({ courseId, weekId, assignmentId })}>
        View assignment
      </Button>
      <ExportSubmissions courseId={courseId} assignmentId={assignmentId} title={title} held={held} />
      {withoutWork > 0 && may('mail.send', course.membership) ? (
        <Button onClick={() => openComposer({ courseId, sendTo: [`NOT_SUBMITTED:${assignmentId}`] })}>
          Write to {withoutWork === 1 ? 'this student' : `these ${withoutWork}`}
        </Button>
      ) : (
        firstId && (
          <Button component={Link} to={paths.submission.to({ submissionId: firstId, courseId }, { tab: 'to-grade' })}>
            Start grading
          </Button>
        )
      )}
    </>
  )
  return (
    <PageOfCourse course={course} tab="marks" title={title} weekId={weekId} kind="wide" meta={meta} actions={actions}>
      <div>
        {may('submission.grade', course.membership) && <HeldBanner assignment={assignment} held={held} toGrade={counts?.toGrade ?? 0} />}
        <SubmissionList assignment={assignment} />
      </div>
    </PageOfCourse>
  )
}

type ExportProps = { courseId: string; assignmentId: string; title: string; /** Marks that students do not see yet. */ held: number }

/** The submissions of an assignment as a file: a click downloads at once. */
function ExportSubmissions({ courseId, assignmentId, title, held }: ExportProps) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.marks.exportSubmissions({ params: { courseId, assignmentId }, query: { format } }),
    onSuccess: (file, format) => downloadBlob(file, `${title}.${format}`),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />} loading={download.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('csv')}>Download CSV</Menu.Item>
        <Menu.Item onClick={() => download.mutate('xlsx')}>Download XLSX</Menu.Item>
        <HeldInFile held={held} />
      </Menu.Dropdown>
    </Menu>
  )
}
