/** Everything behind the answering page: the sheet, the files on their way, and the step that hands them in. */
import type { Assignment } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { type FileKind, useFileUploads } from '#features/files/index.ts'
import { validateAnswer, sameAnswers, answersToList } from './answers.ts'
import { useSubmitAssignment } from './api.ts'
import { getNewerAnswers, useAnswerDraft } from './use-answer-draft.ts'

export const answerKinds: readonly FileKind[] = ['document', 'source', 'image', 'video', 'audio']

/** What the student called the files that were sent from here, by key. */
export type FileNames = Record<string, { name: string; size: number }>

export function useSubmitAnswers(assignment: Assignment, submission: Submission | null, onDone: () => void) {
  const sheet = useAnswerDraft(assignment, submission, true)
  const { value: names, setValue: setNames } = useDraft<FileNames>(`file-names:${assignment.id}`, {})
  const uploads = useFileUploads({
    kinds: answerKinds,
    onUploaded: ({ key, name, size }, questionId) => {
      setNames((now) => ({ ...now, [key]: { name, size } }))
      sheet.setAnswer(questionId, (before) => [...[before ?? []].flat(), key])
    },
  })
  const client = useQueryClient()
  const handIn = useSubmitAssignment({ onSaved: sheet.handedIn })
  const conflictRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasReviewed, setReviewed] = useState(false)
  const [wasChanged, setChanged] = useState(false)
  const emailReceipt = useSession((session) => session.user?.preferences?.emailReceipts ?? false)
  const { id: assignmentId, courseId, weekId, questions } = assignment

  const send = (draftVersion: number): void =>
    handIn.mutate(
      {
        params: { courseId, weekId, assignmentId },
        body: {
          answers: answersToList(questions, sheet.answers),
          draftVersion,
          questionsVersion: assignment.questionsVersion,
          ...(emailReceipt && { emailReceipt }),
        },
      },
      {
        onSuccess: () => {
          setOpen(false)
          onDone()
        },
        onError: (error) => {
          const newer = getNewerAnswers(error)
          // A save of these very answers arrived in between.
          if (newer && sameAnswers(newer.answers, sheet.answers)) return send(newer.version)
          if (newer) sheet.setRefusedFor(newer)
          else if (isApiProblem(error) && error.problem === 'version-conflict') {
            setChanged(true)
            setOpen(false)
            void client.invalidateQueries({ queryKey: ['assignments'] })
          }
          // What was open may be closed by now, or graded: the page has to say so.
          if (isApiProblem(error) && error.problem === 'closed') void client.invalidateQueries({ queryKey: ['assignments'] })
        },
      },
    )
  return {
    sheet,
    uploads,
    names,
    conflictRef,
    fileName: (key: string): string =>
      names[key]?.name ?? submission?.files.find((file) => file.key === key)?.name ?? 'A file added on another device',
    wasChanged,
    /** Questions whose files are on their way. */
    moving: uploads.uploads.filter(({ error }) => error === null).map(({ fieldId }) => fieldId),
    review: {
      isOpen: isOpen && !sheet.conflict,
      open: (): void => {
        if (sheet.conflict) return conflictRef.current?.focus()
        handIn.reset()
        void sheet.flush()
        setOpen(true)
      },
      close: (): void => {
        setOpen(false)
        setReviewed(true)
      },
      submit: (): void => send(sheet.version),
      isReceiptWanted: emailReceipt,
      /** Remembered for the next submission. */
      wantReceipt: (emailReceipts: boolean): void => choosePreferences({ emailReceipts }),
      isPending: handIn.isPending,
      error: handIn.error ? getErrorMessage(handIn.error) : undefined,
      requestId: handIn.error?.instance,
      /** Errors are shown at the fields after the first try to submit. */
      errors: wasReviewed
        ? Object.fromEntries(questions.map((question) => [question.id, validateAnswer(question, sheet.answers[question.id])]))
        : {},
    },
  }
}

export type SubmitAnswers = ReturnType<typeof useSubmitAnswers>
