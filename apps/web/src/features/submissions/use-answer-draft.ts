/** A student's answers while they are written: stored on this device on every change, sent when typing pauses, safe against a second tab or device. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import { getMsPastDeadline } from '@lms/contract/rules/late-policy'
import type { AnswerValue } from '@lms/contract/rules/questions'
import type { Answer, Submission } from '@lms/contract/submissions'
import { isApiProblem } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { readDraft } from '#lib/stored-drafts.ts'
import { type SavingState, useAutosave, useSessionGuard } from '#lib/use-autosave.ts'
import { type Answers, answersFromList, answersToList, sameAnswers } from './answers.ts'
import { useSaveAnswers, useShowSaved } from './api.ts'

/** The answers that the server has; `at` is null before the first. */
type Saved = { answers: Answers; version: number; at: string | null }

/** `base` is the version of the server's answers that writing started from, `baseAnswers` are those answers. */
type StoredDraft = {
  answers: Answers
  base: number
  baseAnswers: Answers
  /** Sent without a reply so far: newer answers on the server that equal these are our own. */
  sent?: Answers
}

const toDraftKey = (assignmentId: string): string => `answers:${assignmentId}`

const onServer = (submission: Submission | null): Saved => ({
  answers: answersFromList(submission?.draft ?? submission?.answers ?? []),
  version: submission?.draftVersion ?? 0,
  at: submission?.updatedAt ?? null,
})
const toDraft = ({ answers, version }: Saved): StoredDraft => ({ answers, base: version, baseAnswers: answers })

const isSameDraft = (one: StoredDraft, other: StoredDraft): boolean => sameAnswers(one.answers, other.answers)

/** The newer answers in the error for older ones. */
export function getNewerAnswers(error: unknown): Saved | null {
  if (!isApiProblem(error) || error.problem !== 'version-conflict') return null
  const { answers, draftVersion, updatedAt } = error.current as { answers?: Answer[]; draftVersion: number; updatedAt: string }
  // The questions have changed; the answers on the server are the same.
  if (!answers) return null
  return { answers: answersFromList(answers), version: draftVersion, at: updatedAt }
}

/** Milliseconds before it closes: the last save, before the server takes none. */
const lastSaveMs = 3_000
/** Milliseconds: browsers start longer timers at once. */
const maxTimerMs = 2 ** 31 - 1

/** The answers that only this device has; null if there are none. `submission` is read again when it changes. */
export function useUnsentAnswers(assignmentId: string, submission: Submission | null): Answers | null {
  const userId = useSession((session) => session.user?.id ?? 'nobody')
  const [unsent, setUnsent] = useState<Answers | null>(null)
  // After the form, which stores the last words when it goes.
  useEffect(() => {
    setUnsent(readDraft<StoredDraft>(userId, toDraftKey(assignmentId))?.value.answers ?? null)
  }, [userId, assignmentId, submission])
  return unsent
}

/** While both versions are shown, the line about saving would contradict them. */
const notSaving: SavingState = { state: 'idle' }

export function useAnswerDraft(assignment: Assignment, submission: Submission | null, isOpen: boolean) {
  const client = useQueryClient()
  const opener = useSessionGuard()
  const showSaved = useShowSaved()
  const saveAnswers = useSaveAnswers()
  const [refusedFor, setRefusedFor] = useState<Saved | null>(null)
  const known = onServer(submission)
  const newest = refusedFor && refusedFor.version > known.version ? refusedFor : known
  const {
    value: draft,
    setValue,
    saved,
    discard,
    restoredFrom,
  } = useDraft<StoredDraft>(toDraftKey(assignment.id), toDraft(known), {
    // Typed before answers had versions: the server's newer answers are shown next to it.
    typed: ({ answers }) => answers,
    merge: ({ answers }, _sent, { base, baseAnswers }) => ({ answers, base, baseAnswers }),
    // Another tab has its own answers, as another device does: the server compares them.
    isShared: false,
    migrate: (stored) => ('baseAnswers' in stored ? stored : { ...(stored as StoredDraft), base: submission ? -1 : 0, baseAnswers: {} }),
  })

  const isOwn = sameAnswers(newest.answers, draft.answers) || (draft.sent !== undefined && sameAnswers(newest.answers, draft.sent))
  const isUntouched = sameAnswers(draft.answers, draft.baseAnswers)
  const isNewer = newest.version > draft.base
  const isConflict = isOpen && isNewer && !isOwn && !isUntouched

  const remember = useCallback(
    (reply: Submission): void => {
      // A late response is ignored if a different user has signed in since.
      if (!opener.isSameUser()) return
      showSaved(reply)
      // The first save creates the submission, whose id is in the assignment.
      if (assignment.work?.submissionId !== reply.id) void client.invalidateQueries({ queryKey: ['assignments'] })
    },
    [client, opener, showSaved, assignment.work?.submissionId],
  )

  const save = async (value: StoredDraft): Promise<void> => {
    const body = { answers: answersToList(assignment.questions, value.answers), draftVersion: Math.max(0, value.base) }
    setValue((now) => ({ ...now, sent: value.answers }))
    const reply = await opener
      .send(() => saveAnswers.mutateAsync({ params: { id: assignment.id }, body }))
      .catch((error: unknown) => {
        const newer = getNewerAnswers(error)
        if (newer) setRefusedFor(newer)
        throw error
      })
    remember(reply)
    // Once the server has all input, a copy on this device would only conflict with other devices.
    saved(value, { answers: value.answers, base: reply.draftVersion ?? value.base, baseAnswers: value.answers })
  }
  const savedAt = submission?.draft ? submission.updatedAt : null
  const autosave = useAutosave({
    value: draft,
    saved: toDraft(known),
    isEqual: isSameDraft,
    save,
    isEnabled: isOpen && !isConflict,
    savedAt,
  })

  const { flush } = autosave
  useEffect(() => {
    const left = assignment.closesAt === null ? 0 : -getMsPastDeadline(assignment.closesAt, serverNow()) - lastSaveMs
    if (!isOpen || left <= 0 || left > maxTimerMs) return undefined
    const timer = setTimeout(() => void flush(), left)
    return () => clearTimeout(timer)
  }, [isOpen, assignment.closesAt, flush])

  /** Starts again from the server's answers, and discards local input. */
  const restart = (from: Saved): void => {
    discard(toDraft(from))
    autosave.setSaved(toDraft(from))
  }
  useEffect(() => {
    if (!isNewer || isConflict) return
    // The server has our own answers from a save whose response was lost, or nothing was typed here: no conflict.
    if (isOwn) setValue((now) => ({ answers: now.answers, base: newest.version, baseAnswers: newest.answers }))
    else restart(newest)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the rest is derived from these on each render
  }, [isNewer, isConflict, isOwn, newest.version])

  return {
    answers: draft.answers,
    /** The version that a submission of these answers is based on. */
    version: draft.base,
    restoredFrom,
    setAnswer: (questionId: string, value: AnswerValue | ((before: AnswerValue | undefined) => AnswerValue)): void =>
      setValue((now) => {
        const before = now.answers[questionId]
        return { ...now, answers: { ...now.answers, [questionId]: typeof value === 'function' ? value(before) : value } }
      }),
    conflict: isConflict
      ? {
          theirs: newest.answers,
          savedAt: newest.at ?? new Date().toISOString(),
          useTheirs: () => restart(newest),
          keepMine: () => setValue({ answers: draft.answers, base: newest.version, baseAnswers: newest.answers }),
        }
      : null,
    setRefusedFor,
    saving: isConflict ? notSaving : autosave.saving,
    flush,
    /** The answers to submit; `onSubmitted` is called with them. */
    draft,
    /** After submitting: the page shows the reply. What was typed since is a draft again; returns whether nothing was. */
    onSubmitted: (sent: StoredDraft, reply: Submission): boolean => {
      remember(reply)
      const next = toDraft(onServer(reply))
      const isAll = saved(sent, next)
      if (isAll) autosave.setSaved(next)
      return isAll
    },
    /** Restores the submitted answers, also on the server, whose draft is then a copy of them. */
    discard: (from: Submission): void => {
      restart({ ...onServer(from), answers: answersFromList(from.answers) })
      void saveAnswers.mutateAsync({ params: { id: assignment.id }, body: { answers: from.answers } }).then(remember, () => undefined)
    },
  }
}

export type AnswerDraft = ReturnType<typeof useAnswerDraft>
