/** The form builder: values and their conversion for the API, the selected question, errors by field, publishing. */
import type { Course } from '@lms/contract/courses'
import { type FormQuestionType, hasOptions, questionErrors } from '@lms/contract/rules/form-answers'
import type { SignupForm } from '@lms/contract/signup-forms'
import { useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { isEqual, useDraft } from '#lib/drafts.ts'
import { newId } from '#lib/ids.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { notify } from '#ui/toasts.tsx'
import type { AnswerValue } from './answer-field.tsx'
import { useSaveForm } from './api.ts'

const findQuestionIndex = (errors: FormErrors): number => {
  const [, index] = /^\/questions\/(\d+)/.exec(Object.keys(errors)[0] ?? '') ?? []
  return index === undefined ? -1 : Number(index)
}

export function useFormBuilder(course: Course, form: SignupForm | null) {
  const [initial] = useState(() => (form ? toSignUpFormValues(form, course.timeZone) : emptyFormValues()))
  const {
    value: values,
    setValue,
    clear,
    restoredFrom,
  } = useDraft<FormValues>(`sign-up-form:${course.id}`, initial, {
    migrate: (stored) => ({ ...initial, ...stored }),
  })
  const [selected, setSelected] = useState(0)
  const [errors, setErrors] = useState<FormErrors>({})
  const [submitCount, setSubmitCount] = useState(0)
  const [failure, setFailure] = useState<{ words: string; requestId: string | undefined } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [tried, setTried] = useState<AnswerValue>('')
  /** Changes published by others since editing started. */
  const [theirs, setTheirs] = useState<SignupForm | null>(null)
  const save = useSaveForm({ onSaved: (saved) => clear(toSignUpFormValues(saved, course.timeZone)) })

  const change = (to: Partial<FormValues>): void => setValue((now) => ({ ...now, ...to }))
  const select = (index: number): void => {
    setSelected(index)
    setTried('')
  }
  const focus = (index: number, questions: FormValues['questions']): void => {
    const key = questions[index]?.key
    if (key !== undefined) requestAnimationFrame(() => document.getElementById(getLabelId(key))?.focus())
  }
  const onAction = (action: FormAction): void => {
    const questions = applyAction(values.questions, action)
    setValue((now) => ({ ...now, questions }))
    if (action.do === 'change') {
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([pointer]) => !pointer.startsWith(`/questions/${action.at}/`))))
      if (action.to.type) setTried('')
      return
    }
    // The numbers shift, so that errors would point at other questions.
    setErrors({})
    const last = questions.length - 1
    if (action.do === 'move') {
      const to = Math.max(0, Math.min(action.to, last))
      select(to)
      setAnnouncement(`Question ${action.at + 1} moved to ${to + 1}`)
      return
    }
    const index = action.do === 'add' ? last : action.do === 'duplicate' ? action.at + 1 : Math.min(action.at, last)
    select(Math.max(0, index))
    focus(index, questions)
    if (action.do === 'add') setAnnouncement(`Question ${index + 1} added`)
    if (action.do === 'duplicate') setAnnouncement(`Question ${action.at + 1} duplicated as question ${index + 1}`)
    if (action.do === 'remove') {
      setAnnouncement(`Question ${action.at + 1} removed`)
      notify.info('Question removed', {
        link: { label: 'Undo', onClick: () => setValue((now) => ({ ...now, questions: values.questions })) },
      })
    }
  }
  const showErrors = (found: FormErrors): void => {
    setErrors(found)
    setSubmitCount((count) => count + 1)
    const index = findQuestionIndex(found)
    if (index >= 0) select(index)
  }
  /** Begins again from a form as it is published. */
  const restart = (from: SignupForm | null): void => {
    clear(from ? toSignUpFormValues(from, course.timeZone) : emptyFormValues())
    setErrors({})
    setTheirs(null)
    select(0)
  }
  const publish = (version = values.version): void => {
    if (save.isPending) return
    setFailure(null)
    setTheirs(null)
    const found = validateForm(values)
    showErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { params: { courseId: course.id }, body: { ...toFormInput(values, course.timeZone), version } },
      {
        onSuccess: () => notify.success(form ? 'The changes are published' : 'The form is published'),
        onError: (error) => {
          showErrors(Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer, detail])))
          if (error.problem === 'version-conflict') setTheirs(error.current as SignupForm)
          else if (error.errors.length === 0)
            setFailure({ words: `${getErrorMessage(error)} Your draft is kept.`, requestId: error.instance })
        },
      },
    )
  }
  return {
    values,
    selected: Math.min(selected, values.questions.length - 1),
    select,
    onAction,
    change,
    errors,
    summary: Object.entries(errors).map(([pointer, message]) => {
      const [, index, field] = /^\/questions\/(\d+)\/(\w+)/.exec(pointer) ?? []
      const key = index === undefined ? undefined : values.questions[Number(index)]?.key
      const words = index === undefined ? message : `Question ${Number(index) + 1}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
      return { message: words, fieldId: key && (field === 'options' ? `${key}-choices` : getLabelId(key)) }
    }),
    submitCount,
    failure,
    announcement,
    tried,
    setTried,
    isSaving: save.isPending,
    publish: () => publish(),
    restoredFrom: isEqual(values, initial) ? null : restoredFrom,
    discard: (): void => restart(form),
    isConflict: theirs !== null,
    takeTheirs: (): void => restart(theirs),
    replaceTheirs: (): void => publish(theirs?.version),
  }
}

export interface FormQuestionValues {
  /** Names the question in the browser; `id` is the server's, absent for a new one. */
  key: string
  id?: string
  label: string
  help: string
  type: FormQuestionType
  required: boolean
  options: string[]
}

export interface FormValues {
  questions: FormQuestionValues[]
  review: 'AUTOMATIC' | 'REVIEWED'
  status: 'OPEN' | 'CLOSED'
  /** As the field writes it, in the course's time zone; empty for no end. */
  closesAt: string
  /** The version of the form that the changes are based on; 0 for a new form. */
  version: number
}

export type FormAction =
  | { do: 'add'; type: FormQuestionType }
  | { do: 'duplicate' | 'remove'; at: number }
  | { do: 'move'; at: number; to: number }
  | { do: 'change'; at: number; to: Partial<FormQuestionValues> }

const newQuestion = (type: FormQuestionType): FormQuestionValues => ({
  key: newId(),
  label: '',
  help: '',
  type,
  required: true,
  options: hasOptions(type) ? ['', ''] : [],
})

/** The values of the form builder: questions with keys, actions on them, and the request. */
export const emptyFormValues = (): FormValues => ({
  questions: [{ ...newQuestion('LONG_TEXT'), label: 'Why this course, why now?' }],
  review: 'REVIEWED',
  status: 'OPEN',
  closesAt: '',
  version: 0,
})

export const toSignUpFormValues = (form: SignupForm, zone: string): FormValues => ({
  questions: form.questions.map((question) => ({ ...question, key: question.id })),
  review: form.autoApprove ? 'AUTOMATIC' : 'REVIEWED',
  status: form.status,
  closesAt: form.closesAt ? toLocalInput(form.closesAt, zone) : '',
  version: form.version,
})

export function toFormInput({ questions, review, status, closesAt, version }: FormValues, zone: string) {
  return {
    questions: questions.map(({ key: _, options, ...question }) => ({
      ...question,
      options: hasOptions(question.type) ? options.map((option) => option.trim()).filter(Boolean) : [],
    })),
    autoApprove: review === 'AUTOMATIC',
    status,
    closesAt: fromLocalInput(closesAt, zone),
    version,
  }
}

/** Gives a new list. */
export function applyAction(questions: readonly FormQuestionValues[], action: FormAction): FormQuestionValues[] {
  const next = [...questions]
  switch (action.do) {
    case 'add':
      return [...next, newQuestion(action.type)]
    case 'duplicate': {
      const { id: _, ...copy } = structuredClone(next[action.at]!)
      next.splice(action.at + 1, 0, { ...copy, key: newId() })
      return next
    }
    case 'remove':
      next.splice(action.at, 1)
      return next
    case 'move': {
      const [moved] = next.splice(action.at, 1)
      if (moved) next.splice(Math.max(0, Math.min(action.to, next.length)), 0, moved)
      return next
    }
    default: {
      const changed = { ...next[action.at]!, ...action.to }
      // A kind with choices starts with two of them.
      next[action.at] = hasOptions(changed.type) && changed.options.length === 0 ? { ...changed, options: ['', ''] } : changed
      return next
    }
  }
}

/** One sentence by pointer, as the server names its fields. */
/** The id of the field of a question's text. */
export const getLabelId = (key: string): string => `${key}-label`

export type FormErrors = Record<string, string>

export function validateForm({ questions }: FormValues): FormErrors {
  const errors: FormErrors = {}
  if (questions.length === 0) errors['/questions'] = 'Ask at least one question'
  questions.forEach(({ label, type, options }, index) => {
    if (label.trim() === '') errors[`/questions/${index}/label`] = 'Enter a question'
    const error = questionErrors({ type, options: options.map((option) => option.trim()).filter(Boolean) })
    if (error) errors[`/questions/${index}/${error.field}`] = error.detail
  })
  return errors
}
