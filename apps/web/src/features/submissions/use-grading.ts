/** A grader's unsaved marks and feedback on one submission, stored on this device until saved; other people's marks do not replace them. */

import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Assignment } from '@lms/contract/assignments'
import { undoMs } from '@lms/contract/grading'
import { getLateDeduction } from '@lms/contract/rules/late-deduction'
import { staysFinal } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import type { ApiProblem } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { clock } from '#lib/format-date.ts'
import { onNextPerson } from '#lib/next-person.ts'
import { useSessionGuard } from '#lib/use-autosave.ts'
import { notify } from '#ui/toasts.tsx'
import { submissionQuery, useGradeSubmission, useShowSaved, useUndoGradeCall } from './api.ts'
import {
  getTotal,
  gradeDraftKey,
  type Grading,
  isReady,
  listAutoGraded,
  partQuestions,
  readMark,
  toGradeInput,
  toGrading,
  findGradingErrors,
} from './marks.ts'

const clockNow = (): string => clock(Date.now())

type Action = 'GRADE' | 'RETURN'
type OnGrade = {
  /** Called at once, without waiting for the server. */
  onSent: () => void
  onSaved: (saved: Submission) => void
  /** With the current submission. The marks and feedback are still a draft on this device. */
  onRefused: (now: Submission) => void
}

/** Saves marks while the page continues with the next student; running and failed saves are restored when the page is opened again. */
function useSendGrade(submission: Submission, assignment: Assignment, { onSent, onSaved, onRefused }: OnGrade) {
  const client = useQueryClient()
  const key = ['gradeSubmission', submission.id]
  const onFailed = async ({ status }: ApiProblem): Promise<void> => {
    // The sign-in page says so; the draft stays.
    if (status === 401) return
    const { id: submissionId, courseId } = submission
    if (status !== 409) return onRefused(submission)
    void client.invalidateQueries({ queryKey: ['grading'] })
    onRefused(await client.fetchQuery(submissionQuery({ params: { submissionId, courseId } })).catch(() => submission))
  }
  const grade = useGradeSubmission({ onSaved, onFailed: (error) => void onFailed(error), key, queue: 'marks' })
  const last = useMutationState({ filters: { mutationKey: key, exact: true }, select: ({ state }) => state }).at(-1)
  const error = last?.status === 'error' ? (last.error as ApiProblem) : null
  const send = (values: Grading, action: Action, reopenUntil?: string): void => {
    const body = { ...toGradeInput(values, submission, assignment.questions, action), reopenUntil }
    grade.mutate({ params: { id: submission.id }, body })
    onSent()
  }
  return { send, isPending: last?.status === 'pending', error: error?.problem === 'version-conflict' ? null : error }
}

/** The late deduction, and the resulting mark; before a mark is typed, the deduction from the maximum. */
function describeLateness(total: string, { latePolicy, maxMarks, timeZone }: GradedAssignment, submission: Submission) {
  const { late, dueAt, effectiveSubmittedAt } = submission
  const gross = readMark(total)
  const isFinal = staysFinal(submission, gross)
  const work = { marks: gross ?? maxMarks, maxMarks, dueAt, timeZone, effectiveSubmittedAt }
  const deduction = late && !isFinal ? getLateDeduction(latePolicy, work) : 0
  return { isFinal, deduction, net: typeof gross === 'number' ? Math.max(0, gross - deduction) : null }
}

/** With the course's zone, by which late days are counted. */
export type GradedAssignment = Assignment & { timeZone: string }

export function useGrading(submission: Submission, assignment: GradedAssignment, on: OnGrade) {
  const { questions } = assignment
  const { value: draft, setValue, saved, discard, restoredFrom } = useDraft<Grading | null>(gradeDraftKey(submission.id), null)
  const [savedAt, setSavedAt] = useState(restoredFrom ? clock(restoredFrom) : null)
  const [wasTried, setTried] = useState(false)
  const sent = useRef<Grading | null>(null)
  const opener = useSessionGuard()
  const showSaved = useShowSaved()
  const onSaved = (reply: Submission): void => {
    if (opener.isSameUser()) showSaved(reply)
    // What was typed since builds on what was saved.
    if (!saved(sent.current)) setValue((now) => now && { ...now, version: reply.version })
    on.onSaved(reply)
  }
  const sending = useSendGrade(submission, assignment, { ...on, onSaved })
  const sendNow = (values: Grading, action: Action, reopenUntil?: string): void => {
    sent.current = values
    sending.send(values, action, reopenUntil)
  }
  const values = draft ?? toGrading(submission, questions)
  const errors = findGradingErrors(values, assignment)
  const isStale = draft !== null && draft.version !== submission.version
  const sum = getTotal(values.parts, submission, questions)

  const change = (next: Partial<Grading>): void => {
    setValue((now) => ({ ...(now ?? toGrading(submission, questions)), ...next }))
    setSavedAt(clockNow())
  }
  /** False if something has to be corrected first. */
  const send = (action: Action, reopenUntil?: string): boolean => {
    setTried(true)
    if (isStale || !isReady(errors, values, action)) return false
    if (!sending.isPending) sendNow(values, action, reopenUntil)
    return true
  }
  return {
    values,
    errors: wasTried || values.total !== '' ? errors : { ...errors, total: undefined },
    setPart: (id: string, text: string): void => {
      const parts = { ...values.parts, [id]: text }
      change({ parts, total: getTotal(parts, submission, questions) })
    },
    setTotal: (total: string): void => change({ total }),
    setFeedback: (feedback: string): void => change({ feedback }),
    parts: partQuestions(questions),
    automatic: listAutoGraded(submission, questions),
    /** The sum of the parts, if the typed total differs. */
    otherSum: sum !== '' && sum !== values.total ? sum : null,
    ...describeLateness(values.total, assignment, submission),
    send,
    isPending: sending.isPending,
    error: sending.error,
    isChanged: draft !== null,
    savedAt,
    /** Someone gave other marks, or the student submitted again, since the grader began. */
    stale: isStale
      ? {
          takeTheirs: () => discard(),
          keepMine: () => change({ version: submission.version }),
          /** If the mark has an error, it is only stored locally, and shown with it. */
          saveMine: () => {
            change({ version: submission.version })
            setTried(true)
            if (isReady(errors, values, 'GRADE')) sendNow({ ...values, version: submission.version }, 'GRADE')
          },
        }
      : null,
  }
}

export type GradingFormState = ReturnType<typeof useGrading>

const toastId = 'graded'

/** Only the mark saved last can be undone. */
let offered: { undo: () => void; end: () => void; isTyping: boolean } | null = null
onNextPerson(() => offered?.end())

/** Ctrl+Z on the screens of grading. Once something was typed, it undoes the typing. */
export function useUndoKeys(): void {
  useEffect(() => {
    const onInput = (): void => {
      if (offered) offered.isTyping = true
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isUndo || event.defaultPrevented || !offered || offered.isTyping || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      offered.undo()
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('input', onInput)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('input', onInput)
    }
  }, [])
}

type Offer = {
  saved: Submission
  words: string
  /** The URL where it was graded. */
  to: string
  onUndone: (status: Submission['status']) => void
  /** Called before the page is shown, with the restored submission. */
  onRestored: (submission: Submission) => void
}

/** Undo for ten seconds after a mark was saved: in the toast, and by the keys above. */
export function useUndoGrade(): (offer: Offer) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndoGradeCall()
  return ({ saved: { id: submissionId, courseId, version }, words, to, onUndone, onRestored }) => {
    offered?.end()
    const params = { submissionId, courseId }
    const run = async (): Promise<void> => {
      offered?.end()
      // A failure has its own toast.
      const restored = await undo.mutateAsync({ params, body: { version } }).catch(() => undefined)
      if (!restored) return
      onUndone(restored.status)
      // The page starts with the previous mark.
      const found = await client.fetchQuery(submissionQuery({ params })).catch(() => undefined)
      if (found) onRestored(found)
      await navigate(to)
    }
    const end = (): void => {
      clearTimeout(timer)
      offered = null
      notify.dismiss(toastId)
    }
    const timer = setTimeout(end, undoMs)
    offered = { undo: () => void run(), end, isTyping: false }
    notify.success(words, { id: toastId, link: { label: 'Undo', keys: 'Ctrl Z', onClick: () => void run() } })
  }
}
