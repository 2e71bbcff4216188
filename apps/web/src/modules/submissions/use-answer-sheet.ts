/** A student's answers while they are written: kept here on every change, sent when typing pauses, safe against a second device. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { useOpener } from '#lib/use-opener.ts'
import { type Answers, type AnswerValue, fromList, sameAnswers, toList } from './answers.ts'
import { submissionQuery, useSaveAnswers } from './queries.ts'
import { useAutosave } from './use-autosave.ts'

/** `base` is the state of the server that the writing began from: a newer one there means that somebody else wrote. */
type Sheet = { answers: Answers; base: string | null }

const onServer = (submission: Submission | null): Sheet => ({
  answers: fromList(submission?.draft ?? submission?.answers ?? []),
  base: submission?.updatedAt ?? null,
})

const sameSheet = (one: Sheet, other: Sheet): boolean => sameAnswers(one.answers, other.answers)

export function useAnswerSheet(assignment: Assignment, submission: Submission | null, isOpen: boolean) {
  const client = useQueryClient()
  const opener = useOpener()
  const saveAnswers = useSaveAnswers()
  const server = onServer(submission)
  const { value: sheet, setValue, clear, restoredFrom } = useDraft<Sheet>(`answers:${assignment.id}`, server)

  const isNewer = server.base !== null && (sheet.base === null || server.base > sheet.base)
  const isConflict = isOpen && isNewer && !sameSheet(server, sheet)

  const remember = useCallback(
    (reply: Submission): void => {
      // A late answer is nothing for who has signed in since.
      if (!opener.isHere()) return
      const { queryKey } = submissionQuery({ params: { submissionId: reply.id, courseId: reply.courseId } })
      void client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, reply)
      // The first save makes the submission, which the assignment then names.
      if (assignment.work?.submissionId !== reply.id) void client.invalidateQueries({ queryKey: ['assignments'] })
    },
    [client, opener, assignment.work?.submissionId],
  )

  const save = async (sent: Sheet): Promise<void> => {
    const body = { answers: toList(assignment.questions, sent.answers) }
    const reply = await opener.send(() => saveAnswers.mutateAsync({ params: { id: assignment.id }, body }))
    remember(reply)
    let isAll = false
    let next = sent
    setValue((now) => {
      isAll = now.answers === sent.answers
      next = { answers: now.answers, base: reply.updatedAt }
      return next
    })
    // Once the server has every word, the copy here is only in the way of what other devices write.
    if (isAll) clear(next)
  }
  const savedAt = submission?.draft ? submission.updatedAt : null
  const autosave = useAutosave({ value: sheet, saved: server, same: sameSheet, save, isOn: isOpen && !isConflict, savedAt })

  /** Begins again from what was handed in, and forgets the writing. */
  const restart = (from: Submission): void => {
    const handedIn = { answers: fromList(from.answers), base: from.updatedAt }
    clear(handedIn)
    autosave.settle(handedIn)
  }
  return {
    answers: sheet.answers,
    restoredFrom,
    setAnswer: (questionId: string, value: AnswerValue | ((before: AnswerValue | undefined) => AnswerValue)): void =>
      setValue((now) => {
        const before = now.answers[questionId]
        return { ...now, answers: { ...now.answers, [questionId]: typeof value === 'function' ? value(before) : value } }
      }),
    conflict: isConflict ? { takeTheirs: () => clear(server), keepMine: () => setValue({ ...sheet, base: server.base }) } : null,
    saving: autosave.saving,
    flush: autosave.flush,
    /** After handing in: the reply is what the page shows. */
    handedIn: (reply: Submission): void => {
      remember(reply)
      restart(reply)
    },
    /** Puts what was handed in back, also on the server: its draft is a copy of it then. */
    discard: (from: Submission): void => {
      restart(from)
      void saveAnswers.mutateAsync({ params: { id: assignment.id }, body: { answers: from.answers } }).then(remember, () => undefined)
    },
  }
}

export type AnswerSheet = ReturnType<typeof useAnswerSheet>
