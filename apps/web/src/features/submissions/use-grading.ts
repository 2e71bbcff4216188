/** The marks and words of a grader on one submission: kept on this device until they are given, never lost to somebody else's. */
import type { Assignment } from '@lms/contract/assignments'
import { getLateDeduction } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { clock } from '#lib/format-date.ts'
import { automaticOf, toGradeInput, type Grading, validateGrade, gradingOf, isReady, partQuestions, totalOf } from './grade-form-values.ts'
import { readMark } from './marks.ts'
import { useGradeSubmission } from './api.ts'

const clockNow = (): string => clock(Date.now())

type Action = 'GRADE' | 'RETURN'

/** Sends marks; after a conflict the newer ones are fetched, to stand beside what was typed. */
function useSendGrade(submission: Submission, assignment: Assignment, on: { saved: () => void; done: (action: Action) => void }) {
  const client = useQueryClient()
  const grade = useGradeSubmission({ onSaved: on.saved })
  const send = (values: Grading, action: Action): void =>
    grade.mutate(
      { params: { id: submission.id }, body: toGradeInput(values, submission, assignment.questions, action) },
      {
        onSuccess: () => on.done(action),
        onError: ({ status }) => void (status === 409 && client.invalidateQueries({ queryKey: ['submissions'] })),
      },
    )
  return { send, reset: grade.reset, isPending: grade.isPending, error: grade.error?.problem === 'stale-version' ? null : grade.error }
}

/** What lateness takes, and what is left; before a mark is typed, what it would take of the best. */
function latenessOf(total: string, { latePolicy, maxMarks, dueAt }: Assignment, { effectiveSubmittedAt }: Submission) {
  const gross = readMark(total)
  const deduction = getLateDeduction(latePolicy, { marks: gross ?? maxMarks, maxMarks, dueAt, effectiveSubmittedAt })
  return { deduction, net: typeof gross === 'number' ? Math.max(0, gross - deduction) : null }
}

export function useGrading(submission: Submission, assignment: Assignment, onDone: (action: Action) => void) {
  const { questions } = assignment
  const { value: draft, setValue, clear, restoredFrom } = useDraft<Grading | null>(`grade:${submission.id}`, null)
  const [keptAt, setKeptAt] = useState(restoredFrom ? clock(restoredFrom) : null)
  const [wasTried, setTried] = useState(false)
  const sending = useSendGrade(submission, assignment, { saved: () => clear(), done: onDone })
  const values = draft ?? gradingOf(submission, questions)
  const faults = validateGrade(values, assignment)
  const sum = totalOf(values.parts, submission, questions)

  const change = (next: Partial<Grading>): void => {
    setValue((now) => ({ ...(now ?? gradingOf(submission, questions)), ...next }))
    setKeptAt(clockNow())
  }
  /** False where something has to be put right first. */
  const send = (action: Action): boolean => {
    setTried(true)
    if (!isReady(faults, values, action)) return false
    if (!sending.isPending) sending.send(values, action)
    return true
  }
  /** Ends the conflict: what stands on the server is known now. */
  const settle = (work: () => void) => (): void => {
    work()
    sending.reset()
  }
  const isStale = draft !== null && draft.version !== submission.version
  return {
    values,
    faults: wasTried || values.total !== '' ? faults : { ...faults, total: undefined },
    setPart: (id: string, text: string): void => {
      const parts = { ...values.parts, [id]: text }
      change({ parts, total: totalOf(parts, submission, questions) })
    },
    setTotal: (total: string): void => change({ total }),
    setFeedback: (feedback: string): void => change({ feedback }),
    parts: partQuestions(questions),
    automatic: automaticOf(submission, questions),
    /** What the parts come to, where the total typed is another. */
    otherSum: sum !== '' && sum !== values.total ? sum : null,
    ...latenessOf(values.total, assignment, submission),
    send,
    isPending: sending.isPending,
    error: sending.error,
    isChanged: draft !== null,
    keptAt,
    /** Somebody gave other marks, or the student handed in again, since the writing began. */
    stale: isStale ? { takeTheirs: settle(() => clear()), keepMine: settle(() => change({ version: submission.version })) } : null,
  }
}

export type GradingForm = ReturnType<typeof useGrading>
