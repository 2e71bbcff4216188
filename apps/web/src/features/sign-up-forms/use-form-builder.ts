/** The form builder: values and their conversion for the API, the selected question, errors by field, publishing. */

import { useEffect, useRef, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import { isVisible } from '@lms/contract/rules/post-content'
import { type AnswerValue, type FormQuestionType, hasOptions, optionsError } from '@lms/contract/rules/questions'
import type { SignupForm } from '@lms/contract/signup-forms'
import { focusField } from '#lib/focus-field.ts'
import { type FieldErrors, useForm } from '#lib/form.ts'
import { findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { notify } from '#ui/toasts.tsx'
import {
  applyQuestionAction,
  describeQuestionAction,
  type EditedQuestion,
  emptyOptions,
  type QuestionAction,
  startQuestion,
} from '#features/questions/question-actions.ts'
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
    const questions = applyQuestionAction(values.questions, action, newQuestion)
    // If indexes shift, errors would point at other questions.
    change('questions', () => questions, action.do === 'change' ? `questions.${action.at}` : 'questions')
    if (action.do === 'change') {
      if (action.to.type) setTried('')
      return
    }
    setAnnouncement(describeQuestionAction(action, values.questions.length))
    const last = questions.length - 1
    if (action.do === 'move') return select(Math.max(0, Math.min(action.to, last)))
    const index = Math.max(0, action.do === 'add' ? last : action.do === 'duplicate' ? action.at + 1 : Math.min(action.at, last))
    select(index)
    requestAnimationFrame(() => document.getElementById(`questions.${index}.label`)?.focus())
    if (action.do === 'remove') {
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
          onSuccess: () => notify.success(published ? 'Changes published' : 'Form published'),
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

export type FormQuestionValues = EditedQuestion<FormQuestionType> & { label: string; help: string }

export interface FormValues {
  questions: FormQuestionValues[]
  review: 'AUTOMATIC' | 'REVIEWED'
  status: 'OPEN' | 'CLOSED'
  /** As entered in the field, in the course's time zone; empty for no end. */
  closesAt: string
  /** The version of the form that the changes are based on; 0 for a new form. */
  version: number
}

export type FormAction = QuestionAction<FormQuestionValues>

const newQuestion = (type: FormQuestionType): FormQuestionValues => ({ ...startQuestion(type), label: '', help: '' })

export const emptyFormValues = (): FormValues => ({
  questions: [{ ...newQuestion('LONG_TEXT'), label: 'Why this course, why now?' }],
  review: 'AUTOMATIC',
  status: 'OPEN',
  closesAt: '',
  version: 0,
})

export const toSignUpFormValues = (form: SignupForm, zone: string): FormValues => ({
  questions: form.questions.map((question) => ({
    ...question,
    key: question.id,
    options: hasOptions(question.type) ? question.options : emptyOptions(),
  })),
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

export function validateForm({ questions, closesAt }: FormValues): FieldErrors<keyof FormValues> {
  const errors: FieldErrors<keyof FormValues> = { closesAt: findDateError(closesAt) }
  if (questions.length === 0) errors.questions = 'Ask at least one question'
  questions.forEach(({ label, type, options }, index) => {
    if (!isVisible(label)) errors[`questions.${index}.label`] = 'Enter a question'
    const error = optionsError({ type, options: options.map((option) => option.trim()).filter(Boolean) })
    if (error) errors[`questions.${index}.options`] = error
  })
  return errors
}
