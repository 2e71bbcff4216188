/** A submission and its result: the receipt, the work to be graded, and the mark with feedback. */

import { Button, Flex, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import { isolate } from '@lms/contract/rules/direction'
import { formatMarks } from '@lms/contract/rules/marks'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import { isRecorded } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { formatDayAndTime, formatDueTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/stat.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { QuestionFrame } from '#features/assignments/question.tsx'
import { AnswerView } from '#features/questions/answer-view.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import { attemptsQuery } from './api.ts'
import { AttemptsLoading } from './attempts-loading.tsx'
import gradingClasses from './grading.module.css'
import submissionsClasses from './submissions.module.css'
import classes from './submitted-work.module.css'

type Props = { submission: Submission; assignment: Assignment; shown: number; onShowNewest: () => void }

export function SubmittedWork({ submission, assignment, shown, onShowNewest }: Props) {
  if (shown !== submission.attempt && shown > 0)
    return <EarlierWork submission={submission} assignment={assignment} shown={shown} onShowNewest={onShowNewest} />
  if (submission.recordedBy && isRecorded(submission))
    return <Alert title={`Submitted outside LMS, recorded by ${isolate(submission.recordedBy.name)}`} />
  return <Answers of={submission} questions={getQuestions(submission)} files={submission.files} />
}

function EarlierWork({ submission, assignment, shown, onShowNewest }: Props) {
  const { id: submissionId, courseId, attempt } = submission
  // Newest first: one page holds exactly this attempt.
  const found = useQuery(attemptsQuery({ params: { submissionId, courseId }, query: { page: attempt - shown, limit: 1 } }))
  const earlier = found.data?.items[0]
  if (!found.data || !earlier) return <AttemptsLoading found={found} />
  const action = (
    <Button variant="default" size="sm" onClick={onShowNewest}>
      Show attempt {attempt}
    </Button>
  )
  const mark = earlier.marks === null ? '' : `, ${formatMarks(earlier.marks)} / ${formatMarks(assignment.maxMarks)}`
  return (
    <Answers of={earlier} questions={getQuestions(found.data, earlier.questionsVersion)} files={found.data.files}>
      <Alert title={`Attempt ${earlier.attempt}${mark}`} action={action}>
        Submitted {formatDayAndTime(earlier.submittedAt)}. Your marks go to attempt {attempt}, the newest.
        {earlier.feedback && <Feedback result={earlier} />}
      </Alert>
    </Answers>
  )
}

type AnswersProps = {
  of: Pick<Submission, 'answers'>
  questions: ReturnType<typeof getQuestions>
  files: Submission['files']
  children?: ReactNode
}

function Answers({ of, questions, files, children }: AnswersProps) {
  const answers = answersFromList(of.answers)
  return (
    <div className={gradingClasses.submittedWorkWork}>
      {children}
      <div>
        {questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1} note={isAutoGraded(question) ? 'auto-graded' : undefined}>
            <AnswerView question={question} value={answers[question.id]} files={files} />
          </QuestionFrame>
        ))}
      </div>
      {questions.length === 0 && <p>This assignment has no questions. It was marked as done.</p>}
    </div>
  )
}

type SubmissionReceiptProps = {
  submission: Pick<Submission, 'submittedAt' | 'late' | 'attempt' | 'status' | 'recordedBy'>
  /** Just submitted: the receipt gets the focus, and a screen reader reads it. */
  isNew: boolean
  rules: readonly string[]
  onChange?: (() => void) | undefined
  children?: ReactNode
}

/** The label of the button that leads from the submission to the answers. */
export const getChangeLabel = (submission: Pick<Submission, 'attempt' | 'recordedBy'>): string =>
  isRecorded(submission) ? 'Submit in LMS' : 'Change your answers'

const afterDialogMs = 120

/** The proof that work was submitted: when, and whether in time; or that staff recorded it. */
export function SubmissionReceipt({ submission, isNew, rules, onChange, children }: SubmissionReceiptProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return undefined
    // The submit dialog releases the focus while it closes.
    const timer = setTimeout(() => heading.current?.focus(), afterDialogMs)
    return () => clearTimeout(timer)
  }, [isNew])
  const { submittedAt, late, attempt } = submission
  const isOutside = isRecorded(submission)
  return (
    <Card as="div">
      <Stack gap={12} role={isNew ? 'status' : undefined}>
        <Text component="h2" ref={heading} tabIndex={-1} variant="section">
          Your submission
        </Text>
        <Flex component="p" wrap="wrap" gap={8}>
          {isOutside ? (
            <StatusBadge state="submitted">Submitted outside LMS</StatusBadge>
          ) : (
            <>
              {submission.status !== 'GRADED' && <StatusBadge state="submitted" />}
              {late ? <StatusBadge state="late" /> : <StatusBadge state="done">On time</StatusBadge>}
            </>
          )}
        </Flex>
        <dl className={submissionsClasses.facts}>
          <dt>{isOutside ? 'Recorded' : 'Time'}</dt>
          <dd>{submittedAt && formatDueTime(submittedAt)}</dd>
          <dt>Attempt</dt>
          <dd>{attempt}</dd>
        </dl>
        {children}
        {onChange && (
          <Button variant="default" fullWidth onClick={onChange}>
            {getChangeLabel(submission)}
          </Button>
        )}
        {rules.length > 0 && <Text variant="caption">{rules.join(' ')}</Text>}
      </Stack>
    </Card>
  )
}

type Result = Pick<Submission, 'marks' | 'deduction' | 'feedback' | 'gradedBy' | 'gradedAt'>

export function Feedback({ result }: { result: Pick<Result, 'feedback' | 'gradedBy' | 'gradedAt'> }) {
  const { feedback, gradedBy, gradedAt } = result
  const who = gradedBy ? isolate(gradedBy.name) : 'Auto-graded'
  return (
    <Stack gap={6}>
      {feedback && <p className={classes.text}>{feedback}</p>}
      {gradedAt && (
        <Text variant="meta">
          {who}, {formatDayAndTime(gradedAt)}
        </Text>
      )}
    </Stack>
  )
}

type GradeResultProps = { result: Result; maxMarks: number; late: boolean; status: 'GRADED' | 'RETURNED'; canSubmit: boolean }

/** The result: the mark, the late deduction, and the trainer's feedback. */
export function GradeResult({ result, maxMarks, late, status, canSubmit }: GradeResultProps) {
  const { marks, deduction } = result
  return (
    <section className={classes.outcome} aria-label={status === 'GRADED' ? 'Your mark' : 'Returned to you'}>
      <Flex align="center" wrap="wrap" rowGap={8} columnGap={16}>
        {status === 'GRADED' && marks !== null && <Stat rest={`/ ${formatMarks(maxMarks)}`}>{formatMarks(marks)}</Stat>}
        <Flex component="span" display="inline-flex" gap={8}>
          <StatusBadge state={status === 'GRADED' ? 'graded' : 'returned'} />
          {late && <StatusBadge state="late" />}
        </Flex>
      </Flex>
      {status === 'RETURNED' && (
        <Text inherit c="dimmed">
          Your trainer returned this for another attempt.{' '}
          {canSubmit ? 'Change your answers and submit again.' : 'It is closed now: nothing can be submitted any more.'}
        </Text>
      )}
      {status === 'GRADED' && deduction > 0 && (
        <Text inherit c="dimmed">
          {formatMarks((marks ?? 0) + deduction)} before lateness, which took {formatMarks(deduction)}.
        </Text>
      )}
      <Feedback result={result} />
    </section>
  )
}
