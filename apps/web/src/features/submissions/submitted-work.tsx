/** A submission and its result: the receipt, the work to be graded, the mark with feedback, and earlier attempts. */
import type { Assignment } from '@lms/contract/assignments'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { getPrompt, QuestionFrame } from '#features/assignments/index.ts'
import { dayAndTime, dueTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { AnswerView } from './answer-view.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import { markText } from './marks.ts'
import gradingClasses from './grading.module.css'
import submissionsClasses from './submissions.module.css'
import classes from './submitted-work.module.css'

type Props = { submission: Submission; assignment: Assignment; shown: number; onShowNewest: () => void }

export function SubmittedWork({ submission, assignment, shown, onShowNewest }: Props) {
  const earlier = submission.attempts.find(({ attempt }) => attempt === shown)
  const answers = answersFromList((earlier ?? submission).answers)
  const questions = getQuestions(submission, (earlier ?? submission).questionsVersion)
  if (!earlier && submission.recordedBy) return <Alert title={`Submitted outside LMS, recorded by ${submission.recordedBy.name}`} />
  const action = (
    <Button variant="default" size="sm" onClick={onShowNewest}>
      Show attempt {submission.attempt}
    </Button>
  )
  return (
    <div className={gradingClasses.submittedWorkWork}>
      {earlier && (
        <Alert
          title={`Attempt ${earlier.attempt}${earlier.marks === null ? '' : `, ${markText(earlier.marks)} / ${markText(assignment.maxMarks)}`}`}
          action={action}
        >
          Your marks go to attempt {submission.attempt}, the newest.
          {earlier.feedback && <Feedback result={earlier} />}
        </Alert>
      )}
      <div>
        {questions.map((question, index) => (
          <QuestionFrame key={question.id} question={question} number={index + 1} note={isAutoGraded(question) ? 'auto-graded' : undefined}>
            <AnswerView question={question} value={answers[question.id]} files={submission.files} />
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
export const getChangeLabel = ({ recordedBy }: Pick<Submission, 'recordedBy'>): string =>
  recordedBy ? 'Submit in LMS' : 'Change your answers'

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
  const { submittedAt, late, attempt, recordedBy } = submission
  return (
    <Card as="div">
      <div className={submissionsClasses.receipt} role={isNew ? 'status' : undefined}>
        <h2 ref={heading} tabIndex={-1} className={submissionsClasses.title}>
          Your submission
        </h2>
        <p className={submissionsClasses.chips}>
          {recordedBy ? (
            <StatusBadge state="submitted">Submitted outside LMS</StatusBadge>
          ) : (
            <>
              {submission.status !== 'GRADED' && <StatusBadge state="submitted" />}
              {late ? <StatusBadge state="late" /> : <StatusBadge state="done">On time</StatusBadge>}
            </>
          )}
        </p>
        <dl className={submissionsClasses.facts}>
          <dt>{recordedBy ? 'Recorded' : 'Time'}</dt>
          <dd>{submittedAt && dueTime(submittedAt)}</dd>
          <dt>Attempt</dt>
          <dd>{attempt}</dd>
        </dl>
        {children}
        {onChange && (
          <Button variant="default" fullWidth onClick={onChange}>
            {getChangeLabel(submission)}
          </Button>
        )}
        {rules.length > 0 && <p className={submissionsClasses.rules}>{rules.join(' ')}</p>}
      </div>
    </Card>
  )
}

type EarlierAttemptsProps = { submission: Submission; maxMarks: number }

/** Earlier attempts with their answers, marks and feedback; collapsed by default. */
export function EarlierAttempts({ submission, maxMarks }: EarlierAttemptsProps) {
  if (submission.attempts.length === 0) return null
  return (
    <Section title="Earlier attempts" count={submission.attempts.length}>
      <div className={classes.list}>
        {submission.attempts.map((one) => (
          <details key={one.attempt} className={classes.attempt}>
            <summary className={classes.summary}>
              <span className={classes.name}>Attempt {one.attempt}</span>
              <span className={classes.meta}>
                {dayAndTime(one.submittedAt)}
                {one.late && ', late'}
              </span>
              <span className={classes.marks}>{one.marks !== null && `${markText(one.marks)} / ${markText(maxMarks)}`}</span>
            </summary>
            <div className={classes.body}>
              <Feedback result={one} />
              {getQuestions(submission, one.questionsVersion).map((question) => (
                <div key={question.id} className={classes.answer}>
                  <p className={classes.prompt}>{getPrompt(question)}</p>
                  <AnswerView question={question} value={answersFromList(one.answers)[question.id]} files={submission.files} />
                </div>
              ))}
            </div>
          </details>
        ))}
      </div>
    </Section>
  )
}

type Result = Pick<Submission, 'marks' | 'deduction' | 'feedback' | 'gradedBy' | 'gradedAt'>

export function Feedback({ result }: { result: Pick<Result, 'feedback' | 'gradedBy' | 'gradedAt'> }) {
  const { feedback, gradedBy, gradedAt } = result
  const who = gradedBy ? gradedBy.name : 'Auto-graded'
  return (
    <div className={classes.feedback}>
      {feedback && <p className={classes.text}>{feedback}</p>}
      {gradedAt && (
        <p className={classes.meta}>
          {who}, {dayAndTime(gradedAt)}
        </p>
      )}
    </div>
  )
}

type GradeResultProps = { result: Result; maxMarks: number; late: boolean; status: 'GRADED' | 'RETURNED' }

/** The result: the mark, the late deduction, and the trainer's feedback. */
export function GradeResult({ result, maxMarks, late, status }: GradeResultProps) {
  const { marks, deduction } = result
  return (
    <section className={classes.outcome} aria-label={status === 'GRADED' ? 'Your mark' : 'Returned to you'}>
      <div className={classes.head}>
        {status === 'GRADED' && marks !== null && <Stat rest={`/ ${markText(maxMarks)}`}>{markText(marks)}</Stat>}
        <span className={classes.chips}>
          <StatusBadge state={status === 'GRADED' ? 'graded' : 'returned'} />
          {late && <StatusBadge state="late" />}
        </span>
      </div>
      {status === 'RETURNED' && (
        <p className={classes.words}>Your trainer returned this for another attempt. Change your answers and submit again.</p>
      )}
      {status === 'GRADED' && deduction > 0 && (
        <p className={classes.words}>
          {markText((marks ?? 0) + deduction)} before lateness, which took {markText(deduction)}.
        </p>
      )}
      <Feedback result={result} />
    </section>
  )
}
