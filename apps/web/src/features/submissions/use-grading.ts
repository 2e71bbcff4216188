/** A grader's unsaved marks and feedback on one submission, stored on this device until saved; other people's marks do not replace them. */

import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import type { ApiProblem } from '@lms/contract/client'
import { getLateDeduction } from '@lms/contract/rules/late-deduction'
import { staysFinal } from '@lms/contract/rules/late-policy'
import type { Submission } from '@lms/contract/submissions'
import { useDraft } from '#lib/drafts.ts'
import { formatClock } from '#lib/format-date.ts'
import { useSessionGuard } from '#lib/use-autosave.ts'
import { submissionQuery, useGradeSubmission, useShowSaved } from './api.ts'
import {
  getTotal,
  gradeDraftKey,
  type Grading,
  listWrongFields,
  listAutoGraded,
  partQuestions,
  readMark,
  toGradeInput,
  toGrading,
  findGradingErrors,
} from './marks.ts'

const clockNow = (): string => formatClock(Date.now())

type Action = 'GRADE' | 'RETURN'
type OnGrade = {
  /** With the ids of the fields that have to be corrected first. */
  onWrong: (fields: readonly string[]) => void
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

/** What was typed, with what is stored where nothing was. */
function useGradingDraft(submission: Submission, { questions }: GradedAssignment) {
  const { value: draft, setValue, saved, discard, restoredFrom } = useDraft<Grading | null>(gradeDraftKey(submission.id), null)
  const [savedAt, setSavedAt] = useState(restoredFrom ? formatClock(restoredFrom) : null)
  const values = draft ?? toGrading(submission, questions)
  const change = (next: Partial<Grading>): void => {
    setValue((now) => ({ ...(now ?? toGrading(submission, questions)), ...next }))
    setSavedAt(clockNow())
  }
  const setPart = (id: string, text: string): void => {
    const parts = { ...values.parts, [id]: text }
    change({ parts, total: getTotal(parts, submission, questions) })
  }
  /** What was typed since builds on what was saved. */
  const onSaved = (sent: Grading | null, { version }: Submission): void => {
    if (!saved(sent)) setValue((now) => now && { ...now, version })
  }
  return { draft, values, change, setPart, onSaved, discard, savedAt }
}

/** The draft, saved when it is complete. */
function useSaving(submission: Submission, assignment: GradedAssignment, on: OnGrade, typed: ReturnType<typeof useGradingDraft>) {
  const { values } = typed
  const [wasTried, setTried] = useState(false)
  const sent = useRef<Grading | null>(null)
  const opener = useSessionGuard()
  const showSaved = useShowSaved()
  const onSaved = (reply: Submission): void => {
    if (opener.isSameUser()) showSaved(reply)
    typed.onSaved(sent.current, reply)
    on.onSaved(reply)
  }
  const sending = useSendGrade(submission, assignment, { ...on, onSaved })
  const errors = findGradingErrors(values, assignment)
  /** False if something has to be corrected first, or another version has to be looked at. */
  const check = (grading: Grading, action: Action): boolean => {
    if (action === 'GRADE') setTried(true)
    if (grading.version !== submission.version) return false
    const wrong = listWrongFields(errors, grading, action)
    if (wrong.length > 0) on.onWrong(wrong)
    return wrong.length === 0
  }
  const send = (grading: Grading, action: Action, reopenUntil?: string): void => {
    sent.current = grading
    sending.send(grading, action, reopenUntil)
  }
  const shownErrors = wasTried || values.total !== '' ? errors : { ...errors, total: undefined }
  return { errors: shownErrors, check, send, isPending: sending.isPending, error: sending.error }
}

export function useGrading(submission: Submission, assignment: GradedAssignment, on: OnGrade) {
  const { questions } = assignment
  const typed = useGradingDraft(submission, assignment)
  const { draft, values, change } = typed
  const { check, send, ...saving } = useSaving(submission, assignment, on, typed)
  const sum = getTotal(values.parts, submission, questions)
  const rebased = { version: submission.version }
  const sendIfReady = (action: Action, reopenUntil?: string): boolean => {
    const isReadyNow = check(values, action)
    if (isReadyNow && !saving.isPending) send(values, action, reopenUntil)
    return isReadyNow
  }
  /** If the mark has an error, it is only stored locally, and shown with it. */
  const saveMine = (): void => {
    change(rebased)
    if (check({ ...values, ...rebased }, 'GRADE')) send({ ...values, ...rebased }, 'GRADE')
  }
  return {
    ...saving,
    values,
    savedAt: typed.savedAt,
    setPart: typed.setPart,
    check: (action: Action): boolean => check(values, action),
    send: sendIfReady,
    setTotal: (total: string): void => change({ total }),
    setFeedback: (feedback: string): void => change({ feedback }),
    parts: partQuestions(questions),
    automatic: listAutoGraded(submission, questions),
    /** The sum of the parts, if the typed total differs. */
    otherSum: sum !== '' && sum !== values.total ? sum : null,
    ...describeLateness(values.total, assignment, submission),
    isChanged: draft !== null,
    /** Someone gave other marks, or the student submitted again, since the grader began. */
    stale: values.version === submission.version ? null : { takeTheirs: () => typed.discard(), keepMine: () => change(rebased), saveMine },
  }
}

export type GradingFormState = ReturnType<typeof useGrading>
