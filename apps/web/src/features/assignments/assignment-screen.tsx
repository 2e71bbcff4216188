/** One assignment: students answer it and see their result, staff see it with its answer key. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import { isClosed } from '@lms/contract/rules/owed-work'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan, useCanIn } from '#lib/session.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { IconPencil } from '#ui/icons.ts'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import { submissionQuery, submissionsQuery } from '#features/submissions/api.ts'
import { StudentAssignment } from '#features/submissions/student-assignment.tsx'
import { SubmissionCard } from '#features/submissions/submission-card.tsx'
import { assignmentQuery } from './api.ts'
import { AssignmentMeta } from './assignment-meta.tsx'
import { formatLateness } from './format.ts'
import { QuestionToRead } from './question-to-read.tsx'
import { useUpdateAssignment } from './use-update-assignment.ts'
import classes from './assignments.module.css'

/** An assignment as staff see it: the brief, the questions with their key, and a link to the submissions. */
function StaffAssignment({ assignment, course }: { assignment: Assignment; course: Course }) {
  const mayChange = useCanIn()('assignment.write', course)
  const now = useServerNow()
  const { id, courseId, status, questions, latePolicy, maxAttempts } = assignment
  const roster = useQuery(submissionsQuery({ params: { courseId, assignmentId: id }, query: { limit: 1 } }))
  const meta = (
    <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now}>
      {status === 'DRAFT' && <StatusBadge state="draft">Draft, hidden from students</StatusBadge>}
      {status !== 'DRAFT' && isClosed(assignment, now) && <StatusBadge state="locked">Closed</StatusBadge>}
    </AssignmentMeta>
  )
  const rules = [
    maxAttempts === null ? '20 attempts until a trainer grades it.' : maxAttempts === 1 ? 'One attempt.' : `${maxAttempts} attempts.`,
    `Late work: ${latePolicy.kind === 'PERCENT_PER_DAY' ? 'minus ' : ''}${formatLateness(latePolicy)}.`,
  ]
  const side = (
    <SubmissionCard
      counts={roster.data?.counts}
      to={(filter) => paths.submissions.to({ courseId, assignmentId: id }, filter)}
      rules={rules}
    />
  )
  const actions = (
    <>
      {mayChange && (
        <Button
          variant="default"
          component={Link}
          to={paths.assignmentEdit.to({ courseId, weekId: assignment.weekId, assignmentId: id })}
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          Edit
        </Button>
      )}
      {mayChange && <StatusButton assignment={assignment} now={now} />}
    </>
  )
  return (
    <PageOfCourse course={course} tab="weeks" title={assignment.title} weekId={assignment.weekId} meta={meta} side={side} actions={actions}>
      <div>
        <div className={classes.brief}>{assignment.instructions && <RichText html={assignment.instructions} />}</div>
        {questions.map((question, index) => (
          <QuestionToRead key={question.id} question={question} number={index + 1} />
        ))}
        {questions.length === 0 && <p>This assignment has no questions. Students mark it as done.</p>}
      </div>
    </PageOfCourse>
  )
}

export function AssignmentScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const may = useCan()
  const assignment = useScreenQuery(assignmentQuery({ params: { id: assignmentId } }))
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const submissionId = assignment.data.work?.submissionId ?? ''
  const submission = useQuery({ ...submissionQuery({ params: { submissionId, courseId } }), enabled: submissionId !== '' })

  // Of what is loaded the older: a mark in an older copy was not shown.
  const loadedAt = Math.min(assignment.dataUpdatedAt, submissionId === '' ? Infinity : submission.dataUpdatedAt)
  useReadNotices([assignmentId], loadedAt)
  useRefetchAt(assignment, [assignment.data.availableFrom], ['assignments'])
  const list = { to: paths.assignments.to(), toLabel: 'Go to the assignments' }
  return (
    <QueryBoundary queries={submissionId === '' ? [] : [submission]} what="assignment" help="An admin can add you to the course." {...list}>
      {([work = null]) =>
        may('submission.list', course.membership) ? (
          <StaffAssignment assignment={assignment.data} course={course} />
        ) : (
          <StudentAssignment assignment={assignment.data} course={course} submission={work} />
        )
      }
    </QueryBoundary>
  )
}

const statusActions = {
  DRAFT: { label: 'Publish', to: 'PUBLISHED', said: 'is published' },
  PUBLISHED: { label: 'Close submissions', to: 'CLOSED', said: 'is closed' },
  CLOSED: { label: 'Open again', to: 'PUBLISHED', said: 'is open again' },
} as const

/** Publishes, closes or reopens the assignment. What has closed by its time is opened by another time. */
function StatusButton({ assignment, now }: { assignment: Assignment; now: number }) {
  const { id, title, status, courseId, weekId } = assignment
  const update = useUpdateAssignment()
  const navigate = useNavigate()
  const { label, to, said } = statusActions[status]
  const hasClosed = isPast(assignment.closesAt, now)
  if (status === 'PUBLISHED' && hasClosed) return null
  const edit = (): void => void navigate(paths.assignmentEdit.to({ courseId, weekId, assignmentId: id }))
  const tell = (): void => {
    if (to === 'PUBLISHED' && hasClosed)
      notify.info(`${isolate(title)} stays closed: its closing time has passed`, { link: { label: 'Change it', onClick: edit } })
    else notify.success(`${isolate(title)} ${said}`)
  }
  return (
    <Button
      variant={status === 'DRAFT' ? 'filled' : 'default'}
      loading={update.isPending}
      onClick={() => update.mutate({ params: { id }, body: { status: to } }, { onSuccess: tell })}
    >
      {label}
    </Button>
  )
}
