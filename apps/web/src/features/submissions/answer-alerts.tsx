/** Alerts above the answers of a student: another draft of them, and that the assignment does not count. */

import { Box, Button, Text } from '@mantine/core'
import type { Ref } from 'react'
import type { Assignment, Question } from '@lms/contract/assignments'
import { isAnswered } from '@lms/contract/rules/questions'
import type { Submission } from '@lms/contract/submissions'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { getPrompt } from '#features/assignments/question.tsx'
import { formatAnswer } from '#features/questions/answer-text.ts'
import type { Answers } from './answers.ts'
import { useUnsentAnswers } from './use-answer-draft.ts'
import classes from './answer-alerts.module.css'
import shared from './student-assignment.module.css'

type DraftConflictAlertProps = {
  questions: readonly Question[]
  mine: Answers
  theirs: Answers
  /** When the others were saved, ISO. */
  savedAt: string
  /** The student's name for the file with this key. */
  fileName: (key: string) => string
  onUseTheirs: () => void
  onKeepMine: () => void
  ref: Ref<HTMLDivElement>
}

type UnsentProps = { assignment: Assignment; submission: Submission | null; shown: Answers }

/** Words that came too late to be saved: nowhere but on this device. */
export function UnsentAnswersAlert({ assignment, submission, shown }: UnsentProps) {
  const unsent = useUnsentAnswers(assignment.id, submission)
  const differing = assignment.questions.flatMap((question) => {
    const value = unsent?.[question.id]
    const isUnsent = question.type !== 'FILE' && value !== undefined && isAnswered(value) && String(value) !== String(shown[question.id])
    return isUnsent ? [{ ...question, words: [value].flat().join(', ') }] : []
  })
  if (differing.length === 0) return null
  return (
    <Alert tone="warn" role="alert" title="What you typed last was not saved in time">
      <p>Only this device has it. Copy what you still need.</p>
      {differing.map(({ id, prompt, words }) => (
        <Box component="section" key={id} mt={12}>
          <Text component="h2" variant="section">
            {getPrompt({ prompt })}
          </Text>
          <p className={shared.former} tabIndex={0}>
            {words}
          </p>
        </Box>
      ))}
    </Alert>
  )
}

/** The same answers were changed in two places: both are shown, and the student says which ones to keep. */
export function DraftConflictAlert({ questions, mine, theirs, savedAt, fileName, onUseTheirs, onKeepMine, ref }: DraftConflictAlertProps) {
  const differing = questions
    .map((question, index) => ({
      ...question,
      number: index + 1,
      here: formatAnswer(question, mine[question.id], fileName) || 'No answer',
      there: formatAnswer(question, theirs[question.id], fileName) || 'No answer',
    }))
    .filter(({ id, here, there }) => here !== there || String(mine[id]) !== String(theirs[id]))
  const action = (
    <div className={classes.actions}>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep the answers on this page
      </Button>
      <Button variant="default" size="sm" onClick={onUseTheirs}>
        Use the saved answers
      </Button>
    </div>
  )
  return (
    <Alert ref={ref} tone="warn" title="These answers were changed in another tab or on another device" role="alert" action={action}>
      <p>Nothing is lost. Compare both, then choose. Until then nothing you type here is saved to the server.</p>
      {differing.map(({ id, number, prompt, here, there }) => (
        <Box component="section" key={id} mt={12}>
          <Text component="h2" variant="section">
            {number}. {getPrompt({ prompt })}
          </Text>
          <dl className={classes.versions}>
            <div>
              <dt>On this page</dt>
              <dd tabIndex={0}>{here}</dd>
            </div>
            <div>
              <dt>Saved {formatDayAndTime(savedAt)}</dt>
              <dd tabIndex={0}>{there}</dd>
            </div>
          </dl>
        </Box>
      ))}
    </Alert>
  )
}

type Props = { assignment: Pick<Assignment, 'work'>; canSubmit: boolean }

/** Tells a student that they do not have to submit an assignment. */
export function NotOwedAlert({ assignment: { work }, canSubmit }: Props) {
  if (work?.isExcused)
    return (
      <Alert title="You are excused from this assignment">
        It is not in your total.{canSubmit && ' You can still submit it, but you do not have to.'}
      </Alert>
    )
  if (!work?.beforeJoining || work.attempt > 0) return null
  return (
    <Alert title="This was due before you joined">
      {canSubmit
        ? 'You can still submit it, but you do not have to. It will not be late, and counts once it is marked.'
        : 'It is not in your total.'}
    </Alert>
  )
}
