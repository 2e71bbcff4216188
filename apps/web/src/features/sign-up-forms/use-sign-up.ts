/** The state of a form that is filled in: answers that survive a reload and a sign-out, errors at their questions, sending. */
import type { SignupForm } from '@lms/contract/signup-forms'
import { answerError, givenValues, type FormQuestion } from '@lms/contract/rules/form-answers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFileUploads, type FileKind } from '#features/files/index.ts'
import { getErrorMessage } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { getAnswerFieldId, type AnswerValue } from './answer-field.tsx'
import { useAnswerForm, useChangeAnswers } from './api.ts'

export const signUpFileKinds: readonly FileKind[] = ['document', 'image']

/** Duration of a click in milliseconds. */
const afterClick = 250

interface SignUpDraft {
  answers: Record<string, AnswerValue>
  /** Of the form that the answers were written for. */
  version: number
  /** Ids of its questions. */
  asked: string[]
  /** Original names of files uploaded here, by key. */
  files: Record<string, { name: string; size: number }>
}

const getIds = (questions: readonly FormQuestion[]): string[] => questions.map(({ id }) => id)

function toDraft(form: SignupForm, isChange: boolean): SignUpDraft {
  const { version, questions, answers } = isChange && form.response ? form.response : { ...form, answers: [] }
  return {
    answers: Object.fromEntries(answers.map(({ questionId, value }) => [questionId, value])),
    version,
    asked: getIds(questions),
    files: {},
  }
}

export const signUpDraftKey = (form: Pick<SignupForm, 'id'>): string => `sign-up:${form.id}`

/** `isChange`: of answers that were sent and are not decided yet. */
export function useSignUp(form: SignupForm, isChange: boolean, onDone: () => void) {
  const client = useQueryClient()
  const [initial] = useState(() => toDraft(form, isChange))
  const draftKey = isChange ? `${signUpDraftKey(form)}:change` : signUpDraftKey(form)
  const {
    value: draft,
    setValue,
    clear,
    restoredFrom,
  } = useDraft<SignUpDraft>(draftKey, initial, { migrate: (stored) => ({ ...initial, ...stored }) })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sentErrors, setSentErrors] = useState<Record<string, string>>({})
  const [submitCount, setSubmitCount] = useState(0)
  /** How often sending met a newer form. */
  const [conflictCount, setConflictCount] = useState(0)
  const [failure, setFailure] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const uploads = useFileUploads({
    kinds: signUpFileKinds,
    onUploaded: ({ key, name, size }, questionId) =>
      setValue((now) => ({
        ...now,
        files: { ...now.files, [key]: { name, size } },
        answers: { ...now.answers, [questionId]: [...givenValues(now.answers[questionId]), key] },
      })),
  })
  const { id, courseId, questions, version } = form
  const answer = useAnswerForm({ onSaved: () => clear(initial) })
  const change = useChangeAnswers({ onSaved: () => clear(initial) })
  const isSending = answer.isPending || change.isPending

  const check = (question: FormQuestion): string | undefined => answerError(question, draft.answers[question.id])
  const showErrors = (found: Record<string, string>): void => {
    setErrors(found)
    setSentErrors(found)
    setSubmitCount((count) => count + 1)
  }
  const send = (): void => {
    if (isSending) return
    setFailure(null)
    if (uploads.isUploading) return setFailure({ words: 'A file is still uploading. Send the form when it is done.', requestId: undefined })
    const found = Object.fromEntries(questions.flatMap((question) => (check(question) ? [[question.id, check(question)!]] : [])))
    showErrors(found)
    if (Object.keys(found).length > 0) return
    const answers = questions.flatMap((question) => {
      const value = draft.answers[question.id]
      return givenValues(value).length > 0 ? [{ questionId: question.id, value: value! }] : []
    })
    const { mutate } = isChange ? change : answer
    mutate(
      { params: { courseId, id }, body: { answers, version } },
      {
        onSuccess: onDone,
        onError: (error) => {
          // The form was changed or closed, or the response was sent from another tab or decided: the page shows the current state.
          if (error.errors.length === 0) for (const key of ['signupForms', 'courses']) void client.invalidateQueries({ queryKey: [key] })
          if (error.problem === 'version-conflict') return setConflictCount((count) => count + 1)
          if (error.problem === 'already-answered') {
            clear(initial)
            return onDone()
          }
          const byQuestion = error.errors.map(({ pointer, detail }) => [pointer.replace(/^\/answers\//, ''), detail])
          showErrors(Object.fromEntries(byQuestion))
          if (byQuestion.length === 0) setFailure({ words: `${getErrorMessage(error)} Your answers are kept.`, requestId: error.instance })
        },
      },
    )
  }
  const isAnswered = (question: FormQuestion): boolean => givenValues(draft.answers[question.id]).length > 0
  return {
    answers: draft.answers,
    files: draft.files,
    setAnswer: (questionId: string, value: AnswerValue): void => {
      setValue((now) => ({ ...now, answers: { ...now.answers, [questionId]: value } }))
      setErrors(({ [questionId]: _fixed, ...others }) => others)
    },
    /**
     * When a field is left: shows errors of the input, but not that it is still empty. Delayed, because the message moves
     * the content below it, and a click there would be lost.
     */
    checkField: (question: FormQuestion): void => {
      const error = isAnswered(question) ? check(question) : undefined
      if (error) setTimeout(() => setErrors((now) => ({ ...now, [question.id]: error })), afterClick)
    },
    errors,
    /** Errors of the last attempt to submit; errors found while typing are only shown at their fields. */
    summary: questions.flatMap(({ id: questionId }, index) => {
      const error = sentErrors[questionId] && errors[questionId]
      return error
        ? [{ fieldId: getAnswerFieldId(questionId), message: `Question ${index + 1}: ${error.charAt(0).toLowerCase()}${error.slice(1)}` }]
        : []
    }),
    submitCount,
    failure,
    uploads,
    isAnswered,
    answered: questions.filter(isAnswered).length,
    /** The form has changed since the draft was started. */
    isFormChanged: draft.version !== version && Object.keys(draft.answers).length > 0,
    newQuestions: questions.flatMap(({ id: questionId }, index) => (draft.asked.includes(questionId) ? [] : [index + 1])),
    conflictCount,
    acceptChange: (): void => setValue((now) => ({ ...now, version, asked: getIds(questions) })),
    discard: (): void => clear(initial),
    isSending,
    send,
    restoredFrom,
  }
}

export type SignUpState = ReturnType<typeof useSignUp>
