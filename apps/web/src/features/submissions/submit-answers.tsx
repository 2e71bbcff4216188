/** Submitting the answers to an assignment: the request, and the dialog before it. */

import { Box, Button, Checkbox, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Assignment, Question } from '@lms/contract/assignments'
import { isolate } from '@lms/contract/rules/direction'
import { isAnswered, sizeError } from '@lms/contract/rules/questions'
import type { Submission } from '@lms/contract/submissions'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { useDraft } from '#lib/drafts.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { getPrompt } from '#features/assignments/question.tsx'
import { type FileKind } from '#features/files/file-types.ts'
import { useFileUploads } from '#features/files/use-file-uploads.ts'
import { type Answers, answersToList, sameAnswers, validateAnswer } from './answers.ts'
import { useSubmitAssignment } from './api.ts'
import { getNewerAnswers, useAnswerDraft } from './use-answer-draft.ts'
import classes from './submit-answers.module.css'

export const answerKinds: readonly FileKind[] = ['document', 'source', 'image', 'video', 'audio']

/** The student's names of files uploaded here, by key. */
type FileNames = Record<string, { name: string; size: number }>

/** `onDone` is called with whether nothing was typed since: if something was, it is a change of the submission. */
export function useSubmitAnswers(assignment: Assignment, submission: Submission | null, onDone: (isAll: boolean) => void) {
  const draft = useAnswerDraft(assignment, submission, true)
  const { value: names, setValue: setNames } = useDraft<FileNames>(`file-names:${assignment.id}`, {})
  const uploads = useFileUploads({
    kinds: answerKinds,
    onUploaded: ({ key, name, size }, questionId) => {
      setNames((now) => ({ ...now, [key]: { name, size } }))
      draft.setAnswer(questionId, (before) => [...[before ?? []].flat(), key])
    },
  })
  const client = useQueryClient()
  const sent = useRef(draft.draft)
  const mutation = useSubmitAssignment({ onSaved: (reply) => onDone(draft.onSubmitted(sent.current, reply)) })
  const conflictRef = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasReviewed, setReviewed] = useState(false)
  const [wasChanged, setChanged] = useState(false)
  const emailReceipt = useSession((session) => session.user?.preferences?.emailReceipts ?? false)
  const { id: assignmentId, courseId, weekId, questions } = assignment

  const send = (draftVersion: number): void => {
    sent.current = draft.draft
    mutation.mutate(
      {
        params: { courseId, weekId, assignmentId },
        body: {
          answers: answersToList(questions, draft.answers),
          draftVersion,
          questionsVersion: assignment.questionsVersion,
          ...(emailReceipt && { emailReceipt }),
        },
      },
      {
        onSuccess: () => setOpen(false),
        onError: (error) => {
          const newer = getNewerAnswers(error)
          // A save of these very answers arrived in between.
          if (newer && sameAnswers(newer.answers, draft.answers)) return send(newer.version)
          if (newer) draft.setRefusedFor(newer)
          else if (isApiProblem(error) && error.problem === 'version-conflict') {
            setChanged(true)
            setOpen(false)
            void client.invalidateQueries({ queryKey: ['assignments'] })
          }
          // It may have been closed or graded in the meantime: the page has to show that.
          if (isApiProblem(error) && error.problem === 'closed') void client.invalidateQueries({ queryKey: ['assignments'] })
        },
      },
    )
  }
  return {
    draft,
    uploads,
    names,
    conflictRef,
    fileName: (key: string): string =>
      names[key]?.name ?? submission?.files.find((file) => file.key === key)?.name ?? 'A file added on another device',
    wasChanged,
    /** Questions whose files are being uploaded. */
    moving: uploads.uploads.filter(({ error }) => error === null).map(({ fieldId }) => fieldId),
    review: {
      isOpen: isOpen && !draft.conflict,
      open: (): void => {
        if (draft.conflict) return conflictRef.current?.focus()
        mutation.reset()
        void draft.flush()
        setOpen(true)
      },
      close: (): void => {
        setOpen(false)
        setReviewed(true)
      },
      submit: (): void => send(draft.version),
      isReceiptWanted: emailReceipt,
      /** Remembered for the next submission. */
      wantReceipt: (emailReceipts: boolean): void => choosePreferences({ emailReceipts }),
      isPending: mutation.isPending,
      error: mutation.error ? getErrorMessage(mutation.error) : undefined,
      requestId: mutation.error?.instance,
      /** Errors are shown at the fields after the first try to submit; what cannot be saved, at once. */
      errors: Object.fromEntries(
        questions.map((question) => [question.id, (wasReviewed ? validateAnswer : sizeError)(question, draft.answers[question.id])]),
      ),
    },
  }
}

export type SubmitAnswers = ReturnType<typeof useSubmitAnswers>

/** The step itself: whether it is open, and how it went. */
type Review = {
  isOpen: boolean
  close: () => void
  submit: () => void
  isPending: boolean
  error: string | undefined
  requestId: string | undefined
  isReceiptWanted: boolean
  wantReceipt: (isWanted: boolean) => void
}

type Props = {
  title: string
  questions: readonly Question[]
  answers: Answers
  isLate: boolean
  lateCost: string | undefined
  isMoving: boolean
  review: Review
  onGo: (questionId: string) => void
}

type Line = { question: Question; number: number; words: string; isBlocking: boolean }

function reviewLines(questions: readonly Question[], answers: Answers): Line[] {
  return questions.flatMap((question, index) => {
    const error = validateAnswer(question, answers[question.id])
    const words = error ?? (isAnswered(answers[question.id]) ? undefined : 'Not answered, optional')
    return words === undefined ? [] : [{ question, number: index + 1, words, isBlocking: error !== undefined }]
  })
}

/** The check before submitting: missing answers, running uploads, and lateness. */
export function SubmitDialog({ title, questions, answers, isLate, lateCost, isMoving, review, onGo }: Props) {
  const { isOpen, close, submit, isPending, error, requestId } = review
  const lines = reviewLines(questions, answers)
  const blocking = lines.find(({ isBlocking }) => isBlocking)
  const foot = (
    <>
      <Button variant="default" onClick={close}>
        Keep writing
      </Button>
      {blocking ? (
        <Button onClick={() => onGo(blocking.question.id)} data-autofocus>
          Go to question {blocking.number}
        </Button>
      ) : (
        <Button loading={isPending} disabled={isMoving} onClick={submit} data-autofocus>
          Submit
        </Button>
      )}
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={close} title={`Submit ${isolate(title)}?`} foot={foot}>
      <Stack gap={12}>
        {error && (
          <Alert tone="bad" title="Not submitted" role="alert" requestId={requestId}>
            {error} Your answers are kept.
          </Alert>
        )}
        {isLate && (
          <Alert tone="warn" title="This will count as late">
            {lateCost}
          </Alert>
        )}
        {isMoving && <Alert title="A file is still uploading">You can submit when it is uploaded.</Alert>}
        {lines.length === 0 ? (
          <p>{questions.length === 1 ? 'The question is answered.' : `All ${questions.length} questions are answered.`}</p>
        ) : (
          <p>
            {lines.filter(({ isBlocking }) => isBlocking).length > 0
              ? 'Answer these before you submit:'
              : 'These have no answer. You can submit without them:'}
          </p>
        )}
        {lines.length > 0 && (
          <Box component="ul" m="0 -8px">
            {lines.map(({ question, number, words, isBlocking }) => (
              <li key={question.id}>
                <button type="button" className={classes.line} onClick={() => onGo(question.id)}>
                  <StatusIcon name={isBlocking ? 'missing' : 'not-started'} size={16} />
                  <Box component="span" miw={0}>
                    {number}. {getPrompt(question)}
                    <span className={isBlocking ? classes.bad : classes.meta}>{words}</span>
                  </Box>
                </button>
              </li>
            ))}
          </Box>
        )}
        {!blocking && (
          <Checkbox
            label="Email me a receipt"
            checked={review.isReceiptWanted}
            onChange={(event) => review.wantReceipt(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Dialog>
  )
}
