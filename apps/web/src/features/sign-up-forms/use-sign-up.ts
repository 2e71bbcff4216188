/** The state of a form that is filled in: answers that survive a reload and a sign-out, errors at their questions, sending. */

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerError, type AnswerValue, givenValues, isAnswered } from '@lms/contract/rules/questions'
import type { FormQuestion, SignupForm } from '@lms/contract/signup-forms'
import { useForm } from '#lib/form.ts'
import { type FileKind } from '#features/files/file-types.ts'
import { useFileUploads } from '#features/files/use-file-uploads.ts'
import { useAnswerForm, useChangeAnswers } from './api.ts'
import { getAnswerFieldId } from './question-field.tsx'

export const signUpFileKinds: readonly FileKind[] = ['document', 'image']

/** Duration of a click in milliseconds. */
const clickPauseMs = 250

interface SignUpDraft {
  answers: Record<string, AnswerValue>
  /** The version of the form that was answered. */
  version: number
  /** The ids of its questions. */
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

/** `isChange`: the answers were sent before, and are not decided yet. */
export function useSignUp(signUpForm: SignupForm, isChange: boolean, onDone: () => void) {
  const { id, courseId, questions, version } = signUpForm
  const client = useQueryClient()
  const [initial] = useState(() => toDraft(signUpForm, isChange))
  const findError = (question: FormQuestion, { answers }: SignUpDraft): string | undefined => answerError(question, answers[question.id])
  const form = useForm<SignUpDraft>({
    draft: isChange ? `${signUpDraftKey(signUpForm)}:change` : signUpDraftKey(signUpForm),
    initial,
    check: (values) => Object.fromEntries(questions.map((question) => [getAnswerFieldId(question.id), findError(question, values)])),
    kept: 'Your answers are kept.',
    nameItem: (path) => {
      const index = questions.findIndex((question) => getAnswerFieldId(question.id) === path)
      return index === -1 ? undefined : `Question ${index + 1}`
    },
  })
  const { answers, files } = form.values
  /** Errors found when a field lost the focus, by question: shown there, but not in the summary. */
  const [leftErrors, setLeftErrors] = useState<Record<string, string | undefined>>({})
  /** How often the server rejected answers because of a newer form. */
  const [conflictCount, setConflictCount] = useState(0)
  const uploads = useFileUploads({
    kinds: signUpFileKinds,
    onUploaded: ({ key, name, size }, questionId) => {
      form.change('files', (now) => ({ ...now, [key]: { name, size } }))
      form.change('answers', (now) => ({ ...now, [questionId]: [...givenValues(now[questionId]), key] }), getAnswerFieldId(questionId))
    },
  })
  const answer = useAnswerForm({ onSaved: () => void form.saved(initial) })
  const change = useChangeAnswers({ onSaved: () => void form.saved(initial) })
  const isSending = answer.isPending || change.isPending

  const submit = form.submit((values) => {
    const given = questions.flatMap((question) => {
      const value = values.answers[question.id]
      return value !== undefined && isAnswered(value) ? [{ questionId: question.id, value }] : []
    })
    const { mutate } = isChange ? change : answer
    mutate(
      { params: { courseId, id }, body: { answers: given, version } },
      {
        onSuccess: onDone,
        onError: (error) => {
          // The form was changed or closed, or the response was sent from another tab or decided: the page shows the current state.
          if (error.errors.length === 0) for (const key of ['signupForms', 'courses']) void client.invalidateQueries({ queryKey: [key] })
          if (error.problem === 'version-conflict') return setConflictCount((count) => count + 1)
          if (error.problem !== 'already-answered') return form.fail(error)
          form.saved(initial)
          return onDone()
        },
      },
    )
  })
  const send = (): void => {
    if (isSending) return
    setLeftErrors({})
    if (uploads.isUploading) form.setErrors({ form: 'A file is still uploading. Send the form when it is done.' })
    else submit()
  }
  const hasAnswer = (question: FormQuestion): boolean => isAnswered(answers[question.id])
  return {
    form,
    answers,
    files,
    error: (questionId: string): string | undefined => form.error(getAnswerFieldId(questionId)) ?? leftErrors[questionId],
    setAnswer: (questionId: string, value: AnswerValue): void => {
      form.change('answers', (now) => ({ ...now, [questionId]: value }), getAnswerFieldId(questionId))
      setLeftErrors(({ [questionId]: _fixed, ...others }) => others)
    },
    /**
     * When a field loses the focus: shows errors of the input, but not that it is still empty. Delayed, because the message moves
     * the content below it, and a click there would be lost.
     */
    checkField: (question: FormQuestion): void => {
      const error = hasAnswer(question) ? findError(question, form.values) : undefined
      if (error) setTimeout(() => setLeftErrors((now) => ({ ...now, [question.id]: error })), clickPauseMs)
    },
    uploads,
    hasAnswer,
    answered: questions.filter(hasAnswer).length,
    /** The form has changed since the draft was started. */
    isFormChanged: form.values.version !== version && Object.keys(answers).length > 0,
    newQuestions: questions.flatMap(({ id: questionId }, index) => (form.values.asked.includes(questionId) ? [] : [index + 1])),
    conflictCount,
    acceptChange: (): void => {
      form.set('version', version)
      form.set('asked', getIds(questions))
    },
    discard: (): void => form.discard(initial),
    isSending,
    send,
  }
}

export type SignUpState = ReturnType<typeof useSignUp>
