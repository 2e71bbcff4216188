/** A student's side of an assignment: writing, or what was handed in. */
import type { Assignment } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { canSubmit, getSubmissionWindow } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { useState } from 'react'
import { useServerNow } from '#lib/server-clock.ts'
import { answersFromList, sameAnswers } from './answers.ts'
import { SubmittedView } from './submitted-view.tsx'
import { AnswerForm } from './answer-form.tsx'

type Props = { assignment: Assignment; course: Course; submission: Submission | null }

/** Changes that were begun after handing in, and not handed in. */
const hasNewDraft = ({ draft, answers }: Submission): boolean =>
  draft !== null && !sameAnswers(answersFromList(draft), answersFromList(answers))

export function StudentAssignment({ assignment, course, submission }: Props) {
  const now = useServerNow()
  const submissionWindow = getSubmissionWindow(assignment, submission, now)
  const isHandedIn = submission !== null && submission.attempt > 0 && submission.status !== 'RETURNED'
  const [isChanging, setChanging] = useState(() => isHandedIn && hasNewDraft(submission))
  const [isNew, setNew] = useState(false)
  const shared = { assignment, course, now }

  if (canSubmit(submissionWindow) && (!isHandedIn || isChanging)) {
    const done = (): void => {
      setChanging(false)
      setNew(true)
    }
    return <AnswerForm {...shared} submission={submission} onDone={done} onCancel={isHandedIn ? () => setChanging(false) : undefined} />
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
