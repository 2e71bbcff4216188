/** The form builder: values and their conversion for the API, the selected question, errors by field, publishing. */

import { useEffect, useRef, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import { type FormQuestionType, hasOptions, questionErrors } from '@lms/contract/rules/form-answers'
import { isVisible } from '@lms/contract/rules/post-content'
import type { SignupForm } from '@lms/contract/signup-forms'
import { type FieldErrors, focusField, useForm } from '#lib/form.ts'
import { newId } from '#lib/ids.ts'
import { dateError, fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { notify } from '#ui/toasts.tsx'
import type { AnswerValue } from './answer-field.tsx'
import { useSaveForm } from './api.ts'

/** The index of the question in a path such as `questions.1.label`. */
const findQuestion = (path: string | undefined): number => Number(/^questions\.(\d+)/.exec(path ?? '')?.[1] ?? -1)

export function useFormBuilder(course: Course, published: SignupForm | null) {
  const [initial] = useState(() => (published ? toSignUpFormValues(published, course.timeZone) : emptyFormValues()))
  const form = useForm<FormValues>({
    draft: `sign-up-form:${course.id}`,
    initial,
    check: validateForm,
    kept: 'Your draft is kept.',
    nameItem: (path) => (findQuestion(path) < 0 ? undefined : `Question ${findQuestion(path) + 1}`),
  })
  const { values, change } = form
  const [selected, setSelected] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const [tried, setTried] = useState<AnswerValue>('')
  /** Changes published by others since editing started. */
  const [theirs, setTheirs] = useState<SignupForm | null>(null)
  const publishedIds = useRef(new Set(published?.questions.map(({ id }) => id)))
  const save = useSaveForm({
    onSaved: (saved) => {
      publishedIds.current = new Set(saved.questions.map(({ id }) => id))
      form.saved(toSignUpFormValues(saved, course.timeZone))
    },
  })

  const select = (index: number): void => {
    setSelected(index)
    setTried('')
  }
  const firstWrong = findQuestion(form.summary[0]?.fieldId)
  useEffect(() => {
    if (firstWrong < 0) return
    select(firstWrong)
    const path = form.summary[0]?.fieldId
    if (path) requestAnimationFrame(() => focusField(path))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on publishing: typing must not select another question
  }, [form.submitCount])
  const onAction = (action: FormAction): void => {
    const questions = applyAction(values.questions, action)
    // If indexes shift, errors would point at other questions.
    change('questions', () => questions, action.do === 'change' ? `questions.${action.at}` : 'questions')
    if (action.do === 'change') {
      if (action.to.type) setTried('')
      return
    }
    const last = questions.length - 1
    if (action.do === 'move') {
      const to = Math.max(0, Math.min(action.to, last))
      select(to)
      setAnnouncement(`Question ${action.at + 1} moved to ${to + 1}`)
      return
    }
    const index = Math.max(0, action.do === 'add' ? last : action.do === 'duplicate' ? action.at + 1 : Math.min(action.at, last))
    select(index)
    requestAnimationFrame(() => document.getElementById(`questions.${index}.label`)?.focus())
    if (action.do === 'add') setAnnouncement(`Question ${index + 1} added`)
    if (action.do === 'duplicate') setAnnouncement(`Question ${action.at + 1} duplicated as question ${index + 1}`)
    if (action.do === 'remove') {
      setAnnouncement(`Question ${action.at + 1} removed`)
      const { id, ...question } = values.questions[action.at]!
      const putBack = (now: FormQuestionValues[]): FormQuestionValues[] =>
        // If the form was published without it, it is a new question.
        now.toSpliced(action.at, 0, { ...question, ...(id !== undefined && publishedIds.current.has(id) && { id }) })
      notify.info('Question removed', { link: { label: 'Undo', onClick: () => change('questions', putBack) }, isOnlyWay: true })
    }
  }
  /** Starts again from the published form. */
  const restart = (from: SignupForm | null): void => {
    form.discard(from ? toSignUpFormValues(from, course.timeZone) : emptyFormValues())
    setTheirs(null)
    select(0)
  }
  const publish = (version = values.version): void => {
    if (save.isPending) return
    setTheirs(null)
    form.submit(() =>
      save.mutate(
        { params: { courseId: course.id }, body: { ...toFormInput(values, course.timeZone, published), version } },
        {
          onSuccess: () => notify.success(published ? 'The changes are published' : 'The form is published'),
          onError: (error) => {
            if (error.problem === 'version-conflict') setTheirs(error.current as SignupForm)
            else form.fail(error)
          },
        },
      ),
    )()
  }
  return {
    form,
    selected: Math.min(selected, values.questions.length - 1),
    select,
    onAction,
    announcement,
    tried,
    setTried,
    isSaving: save.isPending,
    publish: () => publish(),
    discard: (): void => restart(published),
    isConflict: theirs !== null,
    takeTheirs: (): void => restart(theirs),
    replaceTheirs: (): void => publish(theirs?.version),
  }
}

export interface FormQuestionValues {
  /** Identifies the question in the browser; `id` is the server's, absent for a new one. */
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
  /** As entered in the field, in the course's time zone; empty for no end. */
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

export const emptyFormValues = (): FormValues => ({
  questions: [{ ...newQuestion('LONG_TEXT'), label: 'Why this course, why now?' }],
  review: 'AUTOMATIC',
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

export function toFormInput(
  { questions, review, status, closesAt, version }: FormValues,
  zone: string,
  stored?: Pick<SignupForm, 'closesAt'> | null,
) {
  return {
    questions: questions.map(({ key: _, options, ...question }) => ({
      ...question,
      options: hasOptions(question.type) ? options.map((option) => option.trim()).filter(Boolean) : [],
    })),
    autoApprove: review === 'AUTOMATIC',
    status,
    closesAt: fromLocalInput(closesAt, zone, stored?.closesAt),
    version,
  }
}

/** Returns a new list. */
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

export function validateForm({ questions, closesAt }: FormValues): FieldErrors<keyof FormValues> {
  const errors: FieldErrors<keyof FormValues> = { ...(dateError(closesAt) && { closesAt: dateError(closesAt) }) }
  if (questions.length === 0) errors.questions = 'Ask at least one question'
  questions.forEach(({ label, type, options }, index) => {
    if (!isVisible(label)) errors[`questions.${index}.label`] = 'Enter a question'
    const error = questionErrors({ type, options: options.map((option) => option.trim()).filter(Boolean) })
    if (error) errors[`questions.${index}.${error.field}`] = error.detail
  })
  return errors
}
