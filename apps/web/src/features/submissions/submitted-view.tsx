/** Work that cannot be changed now, or was handed in: the mark, the answers, and why. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { SubmissionWindow } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { dueTime } from '#lib/format-date.ts'
import { AssignmentMeta, ruleSentences, formatMarks, QuestionFrame, useAssignmentCrumbs } from '#features/assignments/index.ts'
import { answersFromList } from './answers.ts'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { AnswerView } from './answer-view.tsx'
import { markText } from './marks.ts'
import { GradeResult } from './grade-result.tsx'
import { SubmissionReceipt } from './submission-receipt.tsx'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { Alert } from '#ui/alert.tsx'
import { Page } from '#ui/page.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import classes from './student-assignment.module.css'

type Props = {
  assignment: Assignment
  course: Course
  submission: Submission | null
  submissionWindow: SubmissionWindow
  now: number
  isNew: boolean
  onChange: (() => void) | undefined
}

function Why({
  assignment,
  submissionWindow,
  wasHandedIn,
}: {
  assignment: Assignment
  submissionWindow: SubmissionWindow
  wasHandedIn: boolean
}) {
  const { availableFrom, closesAt } = assignment
  if (submissionWindow === 'not-open')
    return <Alert title={`Opens ${dueTime(availableFrom!)}`}>You can read it now and answer from then on.</Alert>
  if (submissionWindow !== 'closed' || wasHandedIn) return null
  return (
    <Alert tone="bad" title={closesAt ? `Closed ${dueTime(closesAt)}` : 'This assignment is closed'}>
      Nothing was submitted, and nothing can be submitted now. Your trainer can tell you what is still possible.
    </Alert>
  )
}

/** “7 / 8”, once it is graded. */
function shareOf(submission: Submission | null, questionId: string, points: number): string | undefined {
  const share = submission?.questionMarks.find((one) => one.questionId === questionId)
  return submission?.status === 'GRADED' && share && points > 0 ? `${markText(share.marks)} / ${formatMarks(points)}` : undefined
}

const used = ['All attempts are used. Your trainer can return it for another one.']

export function SubmittedView({ assignment, course, submission, submissionWindow, now, isNew, ...rest }: Props) {
  const { title, instructions, questions, maxMarks } = assignment
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const crumbs = useAssignmentCrumbs(course, assignment.weekId)
  const wasHandedIn = submission !== null && submission.attempt > 0
  const answers = answersFromList(wasHandedIn ? submission.answers : (submission?.draft ?? []))
  // What was only marked as done has nothing to change.
  const onChange = questions.length > 0 ? rest.onChange : undefined
  const rules = onChange ? ruleSentences(assignment, now) : submissionWindow === 'used-up' ? used : []
  const receipt = wasHandedIn && (
    <SubmissionReceipt submission={submission} isNew={isNew} rules={rules} onChange={isPhone ? undefined : onChange} />
  )
  const isUnsent = submissionWindow !== 'not-open' && !wasHandedIn && Object.keys(answers).length > 0
  const meta = <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now} />
  return (
    <Page title={title} crumbs={crumbs} kind={receipt ? 'standard' : 'reading'} meta={meta} side={isWide && receipt}>
      <Why assignment={assignment} submissionWindow={submissionWindow} wasHandedIn={wasHandedIn} />
      {submission && (submission.status === 'GRADED' || submission.status === 'RETURNED') && (
        <GradeResult result={submission} maxMarks={maxMarks} late={submission.late} status={submission.status} />
      )}
      {!isWide && receipt}
      {isUnsent && <Alert title="Your answers below were saved and not submitted" />}
      <div>
        <div className={classes.brief}>{instructions && <RichText html={instructions} />}</div>
        {questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1} marks={shareOf(submission, question.id, question.points)}>
            {submissionWindow !== 'not-open' && (
              <AnswerView question={question} value={answers[question.id]} files={submission?.files ?? []} />
            )}
          </QuestionFrame>
        ))}
      </div>
      {submission && <EarlierAttempts submission={submission} questions={questions} maxMarks={maxMarks} />}
      {onChange && (
        <BottomDock>
          <Button variant="default" onClick={onChange}>
            Change your answers
          </Button>
        </BottomDock>
      )}
    </Page>
  )
}
