/** What the form builder edits: questions with keys of their own, what can be done to them, and what is sent. */
import type { SignupForm } from '@lms/contract/signup-forms'
import { hasOptions, questionErrors, type FormQuestionType } from '@lms/contract/rules/form-answers'
import { newId } from '#lib/ids.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'

export interface QuestionValues {
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
  questions: QuestionValues[]
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
  | { do: 'change'; at: number; to: Partial<QuestionValues> }

const newQuestion = (type: FormQuestionType): QuestionValues => ({
  key: newId(),
  label: '',
  help: '',
  type,
  required: true,
  options: hasOptions(type) ? ['', ''] : [],
})

export const startValues = (): FormValues => ({
  questions: [{ ...newQuestion('LONG_TEXT'), label: 'Why this course, why now?' }],
  review: 'REVIEWED',
  status: 'OPEN',
  closesAt: '',
  version: 0,
})

export const toFormValues = (form: SignupForm, zone: string): FormValues => ({
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
export function applyAction(questions: readonly QuestionValues[], action: FormAction): QuestionValues[] {
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
      // A kind with choices begins with two of them.
      next[action.at] = hasOptions(changed.type) && changed.options.length === 0 ? { ...changed, options: ['', ''] } : changed
      return next
    }
  }
}

/** One sentence by pointer, as the server names its fields. */
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
