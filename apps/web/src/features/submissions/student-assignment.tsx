/** A student's view of an assignment: writing, or the submission. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { archivedText } from '@lms/contract/rules/course-state'
import { formatMarks } from '@lms/contract/rules/marks'
import { canSubmit, getSubmissionWindow, isRecorded, type SubmissionWindow } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { formatDueTime } from '#lib/format-date.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Alert } from '#ui/alert.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import { AssignmentMeta } from '#features/assignments/assignment-meta.tsx'
import { ruleSentences } from '#features/assignments/format.ts'
import { formatPoints, QuestionFrame } from '#features/assignments/question.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { AnswerView } from '#features/questions/answer-view.tsx'
import { NotOwedAlert, UnsentAnswersAlert } from './answer-alerts.tsx'
import { AnswerForm } from './answer-form.tsx'
import { answersFromList, getQuestions, sameAnswers } from './answers.ts'
import { EarlierAttempts } from './earlier-attempts.tsx'
import { getChangeLabel, GradeResult, SubmissionReceipt } from './submitted-work.tsx'
import classes from './student-assignment.module.css'

type SubmittedViewProps = {
  assignment: Assignment
  course: Course
  submission: Submission | null
  submissionWindow: SubmissionWindow
  now: number
  isNew: boolean
  onChange: (() => void) | undefined
}

type WhyProps = Pick<SubmittedViewProps, 'assignment' | 'course' | 'submissionWindow'> & { isSubmitted: boolean }

function Why({ assignment, course, submissionWindow, isSubmitted }: WhyProps) {
  const { availableFrom, closesAt } = assignment
  if (course.status === 'ARCHIVED') return <Alert title={archivedText}>Nothing can be submitted now.</Alert>
  if (submissionWindow === 'not-open')
    return (
      <Alert title={`Opens ${formatDueTime(availableFrom!)}`}>
        {isSubmitted
          ? 'The opening was moved after you submitted. What you submitted is below.'
          : 'The instructions and questions are shown from then on.'}
      </Alert>
    )
  if (submissionWindow !== 'closed' || isSubmitted || assignment.work?.isExcused) return null
  return (
    <Alert tone="bad" title={closesAt ? `Closed ${formatDueTime(closesAt)}` : 'This assignment is closed'}>
      Nothing was submitted, and nothing can be submitted now. Your trainer can tell you what is still possible.
    </Alert>
  )
}

/** “7 / 8”, once it is graded. */
function formatShare(submission: Submission | null, questionId: string, points: number): string | undefined {
  const share = submission?.questionMarks.find((one) => one.questionId === questionId)
  return submission?.status === 'GRADED' && share && points > 0 ? `${formatMarks(share.marks)} / ${formatPoints(points)}` : undefined
}

const attemptsUsed = ['All attempts are used. Your trainer can return it for another one.']

/** The mark and the feedback; work without questions has one only if somebody graded it. */
function Grade({ assignment, submission, submissionWindow, questions }: Omit<WorkProps, 'answers'>) {
  if (!submission || (questions.length === 0 && !submission.gradedBy)) return null
  const { status, late } = submission
  if (status !== 'GRADED' && status !== 'RETURNED') return null
  return (
    <GradeResult result={submission} maxMarks={assignment.maxMarks} late={late} status={status} canSubmit={canSubmit(submissionWindow)} />
  )
}

type WorkProps = Pick<SubmittedViewProps, 'assignment' | 'submission' | 'submissionWindow'> & {
  questions: Assignment['questions']
  answers: ReturnType<typeof answersFromList>
}

/** The instructions and the questions, with the answers of work that was written here. */
function Work({ assignment: { instructions }, submission, submissionWindow, questions, answers }: WorkProps) {
  const isReadable = submissionWindow !== 'not-open' || (submission !== null && submission.attempt > 0)
  const isOutside = submission !== null && isRecorded(submission)
  return (
    <div>
      <div className={classes.brief}>{instructions && <RichText html={instructions} />}</div>
      {questions.map((question, index) => (
        <QuestionFrame
          key={question.id}
          question={question}
          number={index + 1}
          marks={formatShare(submission, question.id, question.points)}
        >
          {isReadable && !isOutside && <AnswerView question={question} value={answers[question.id]} files={submission?.files ?? []} />}
        </QuestionFrame>
      ))}
    </div>
  )
}

/** What of it was not submitted. */
function Unsent({
  assignment,
  submission,
  answers,
  canChange,
}: Omit<WorkProps, 'questions' | 'submissionWindow'> & { canChange: boolean }) {
  const isSubmitted = submission !== null && submission.attempt > 0
  return (
    <>
      {!canChange && <UnsentAnswersAlert assignment={assignment} submission={submission} shown={answers} />}
      {!isSubmitted && Object.keys(answers).length > 0 && <Alert title="Your answers below were saved and not submitted" />}
    </>
  )
}

/** Work that was submitted, or cannot be changed now: the mark, the answers, and the reason. */
function SubmittedView({ assignment, course, submission, submissionWindow, now, isNew, ...rest }: SubmittedViewProps) {
  const { title, maxMarks } = assignment
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const isSubmitted = submission !== null && submission.attempt > 0
  const questions = isSubmitted ? getQuestions(submission) : assignment.questions
  const answers = answersFromList(isSubmitted ? submission.answers : (submission?.draft ?? []))
  // Work that was only marked as done has nothing to change.
  const onChange = assignment.questions.length > 0 ? rest.onChange : undefined
  const isOutside = submission !== null && isRecorded(submission)
  const rules = submissionWindow === 'used-up' ? attemptsUsed : onChange && !isOutside ? ruleSentences(assignment, now, submission) : []
  const receipt = isSubmitted && (
    <SubmissionReceipt submission={submission} isNew={isNew} rules={rules} onChange={isPhone ? undefined : onChange} />
  )
  const attempts = submission && <EarlierAttempts submission={submission} maxMarks={maxMarks} />
  const hasSide = isWide && receipt
  const side = hasSide && (
    <>
      {receipt}
      {attempts}
    </>
  )
  const meta = <AssignmentMeta assignment={assignment} courseZone={course.timeZone} now={now} />
  return (
    <PageOfCourse
      course={course}
      tab="weeks"
      title={title}
      weekId={assignment.weekId}
      kind={receipt ? 'standard' : 'reading'}
      meta={meta}
      side={side}
    >
      <NotOwedAlert assignment={assignment} canSubmit={onChange !== undefined} />
      <Why assignment={assignment} course={course} submissionWindow={submissionWindow} isSubmitted={isSubmitted} />
      <Grade assignment={assignment} submission={submission} submissionWindow={submissionWindow} questions={questions} />
      {!isWide && receipt}
      {submissionWindow !== 'not-open' && (
        <Unsent assignment={assignment} submission={submission} answers={answers} canChange={onChange !== undefined} />
      )}
      <Work assignment={assignment} submission={submission} submissionWindow={submissionWindow} questions={questions} answers={answers} />
      {!hasSide && attempts}
      {onChange && submission && (
        <BottomDock>
          <Button variant="default" onClick={onChange}>
            {getChangeLabel(submission)}
          </Button>
        </BottomDock>
      )}
    </PageOfCourse>
  )
}

type Props = { assignment: Assignment; course: Course; submission: Submission | null }

/** Changes that were started after submitting, and not submitted. */
const hasNewDraft = ({ draft, answers }: Submission): boolean =>
  draft !== null && !sameAnswers(answersFromList(draft), answersFromList(answers))

/** Data loaded before it opened has no questions: until they are loaded, it is not open. */
function getOpenedWindow(assignment: Assignment, submission: Submission | null, now: number): SubmissionWindow {
  const submissionWindow = getSubmissionWindow({ ...assignment, beforeJoining: assignment.work?.beforeJoining ?? false }, submission, now)
  const isOpening = assignment.isHidden === true && submissionWindow !== 'not-open'
  return isOpening && canSubmit(submissionWindow) ? 'not-open' : submissionWindow
}

/** Nothing can be submitted in an archived course. */
const inCourse = (submissionWindow: SubmissionWindow, { status }: Course): SubmissionWindow =>
  status === 'ARCHIVED' && canSubmit(submissionWindow) ? 'closed' : submissionWindow

export function StudentAssignment({ assignment, course, submission }: Props) {
  const now = useServerNow()
  const submissionWindow = inCourse(getOpenedWindow(assignment, submission, now), course)
  const isSubmitted = submission !== null && submission.attempt > 0 && submission.status !== 'RETURNED'
  const [isChanging, setChanging] = useState(() => isSubmitted && !isRecorded(submission) && hasNewDraft(submission))
  const [isNew, setNew] = useState(false)
  const shared = { assignment, course, now }

  if (canSubmit(submissionWindow) && (!isSubmitted || isChanging)) {
    const done = (isAll: boolean): void => {
      setChanging(!isAll)
      setNew(isAll)
    }
    return <AnswerForm {...shared} submission={submission} onDone={done} onCancel={isSubmitted ? () => setChanging(false) : undefined} />
  }
  const change = (): void => {
    setNew(false)
    setChanging(true)
  }
  return (
    <SubmittedView
      {...shared}
      submission={submission}
      submissionWindow={submissionWindow}
      isNew={isNew}
      onChange={canSubmit(submissionWindow) ? change : undefined}
    />
  )
}
