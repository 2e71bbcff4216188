/** An assignment as staff see it: the brief, the questions with their key, and the way to the submissions. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { AssignmentMeta } from './assignment-meta.tsx'
import { formatLateness } from './format.ts'
import { QuestionFrame } from './question.tsx'
import { StatusButton } from './status-button.tsx'
import { Options, SubmissionCard } from '#features/submissions/index.ts'
import { submissionsQuery } from '#features/submissions/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import { useAssignmentCrumbs } from './assignment-crumbs.ts'
import classes from './assignment.module.css'

const asks: Record<Assignment['questions'][number]['type'], string> = {
  TEXT: 'A written answer',
  FILE: 'One or more files',
  LINK: 'A link',
  SINGLE_CHOICE: 'One choice',
  MULTIPLE_CHOICE: 'Several choices',
}

export function StaffAssignment({ assignment, course }: { assignment: Assignment; course: Course }) {
  const now = useServerNow()
  const crumbs = useAssignmentCrumbs(course, assignment.weekId)
  const { id, courseId, status, questions, latePolicy, maxAttempts } = assignment
  const roster = useQuery(submissionsQuery({ params: { courseId, assignmentId: id }, query: { limit: 1 } }))
  const meta = (
    <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now}>
      {status === 'DRAFT' && <Badge state="draft">Draft, hidden from students</Badge>}
      {status === 'CLOSED' && <Badge state="locked">Closed</Badge>}
    </AssignmentMeta>
  )
  const rules = [
    maxAttempts === null ? 'Any number of attempts until it is graded.' : maxAttempts === 1 ? 'One attempt.' : `${maxAttempts} attempts.`,
    `Late work: ${latePolicy.kind === 'PERCENT_PER_DAY' ? 'minus ' : ''}${formatLateness(latePolicy)}.`,
  ]
  const side = (
    <SubmissionCard
      counts={roster.data?.counts}
      to={(tab) => paths.submissions.to({ courseId, assignmentId: id }, { tab })}
      rules={rules}
    />
  )
  return (
    <Page title={assignment.title} crumbs={crumbs} meta={meta} side={side} actions={<StatusButton assignment={assignment} />}>
      <div>
        <div className={classes.brief}>{assignment.instructions && <RichText html={assignment.instructions} />}</div>
        {questions.map((question, index) => (
          <QuestionFrame
            key={question.id}
            question={question}
            number={index + 1}
            note={question.answerKey?.length ? 'auto-graded' : undefined}
            isOptionalNamed
          >
            {question.options.length > 0 ? <Options question={question} chosen={[]} /> : <OutlineBadge>{asks[question.type]}</OutlineBadge>}
          </QuestionFrame>
        ))}
        {questions.length === 0 && <p>This assignment has no questions. Students mark it as done.</p>}
      </div>
    </Page>
  )
}
