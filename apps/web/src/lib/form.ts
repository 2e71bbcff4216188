/** The state of a form: values that survive a reload, errors by field, submission. */
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { getErrorMessage, isApiProblem } from './api.ts'
import { isEqual, useDraft } from './drafts.ts'

type FieldOf<V> = Extract<keyof V, string>

type TextOf<V> = { [K in FieldOf<V>]: V[K] extends string ? K : never }[FieldOf<V>]

type Options<V extends object> = {
  /** The key of the stored draft: `course:ID`. With null, nothing is stored. */
  draft: string | null
  /** Fields that are never stored, such as a password. A constant of the module. */
  secrets?: readonly FieldOf<V>[]
  initial: V
  /** Validation in the browser; the server checks the rest. */
  check?: (values: V) => FieldErrors<FieldOf<V>>
}

export type Form<V extends object> = {
  values: V
  set: <K extends FieldOf<V>>(field: K, value: V[K]) => void
  /** Updates the newest value: for late changes, such as at the end of an upload. */
  change: <K extends FieldOf<V>>(field: K, change: (now: V[K]) => V[K]) => void
  /** The error of a field. */
  error: (field: FieldOf<V>) => string | undefined
  /** Props for our own fields. */
  field: <K extends FieldOf<V>>(field: K) => { id: K; value: V[K]; error: string | undefined; onChange: (value: V[K]) => void }
  /** The same for text inputs, whose changes are events. */
  inputProps: <K extends TextOf<V>>(
    field: K,
  ) => { id: K; value: V[K]; error: string | undefined; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
  /** For ErrorSummary, with `turn` as its key. */
  summary: ReturnType<typeof toErrorSummary>
  submitCount: number
  /** Validates, then passes the values on. Use it as `onSubmit`. */
  submit: (send: (values: V) => void) => (event?: FormEvent) => void
  /** Shows the server's errors. */
  fail: (error: unknown) => void
  setErrors: (errors: FieldErrors<FieldOf<V>>) => void
  clear: (next?: V) => void
  /** Replaces all values, as if they were typed. */
  replace: (next: V) => void
  /** After `sent` was saved: starts again from `next`, and keeps later input. */
  saved: (sent: V, next: V) => void
  restoredFrom: string | null
  isChanged: boolean
  changes: number
}

export function useForm<V extends object>({ draft, secrets, initial, check }: Options<V>): Form<V> {
  const {
    value: values,
    setValue,
    clear,
    restoredFrom,
  } = useDraft<V>(draft, initial, {
    migrate: (stored) => ({ ...initial, ...stored }),
    ...(secrets && { secrets }),
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [turn, setTurn] = useState(0)
  const fields = Object.keys(initial) as FieldOf<V>[]

  const show = (found: FieldErrors): void => {
    setErrors(found)
    setTurn((count) => count + 1)
  }
  const changes = fields.filter((field) => !isEqual(values[field], initial[field])).length
  const put: Form<V>['change'] = (field, change) => {
    setValue((current) => ({ ...current, [field]: change(current[field]) }))
    setErrors(({ [field]: _fixed, form: _form, ...rest }) => rest)
  }
  return {
    values,
    set: (field, value) => put(field, () => value),
    change: put,
    error: (field) => errors[field],
    field: (field) => ({ id: field, value: values[field], error: errors[field], onChange: (value) => put(field, () => value) }),
    inputProps: (field) => ({
      id: field,
      value: values[field],
      error: errors[field],
      // The type of the field guarantees text.
      onChange: ({ currentTarget: { value } }) => put(field, () => value as V[typeof field]),
    }),
    summary: toErrorSummary(errors),
    submitCount: turn,
    submit: (send) => (event) => {
      event?.preventDefault()
      const found = check?.(values) ?? {}
      show(found)
      if (!Object.values(found).some(Boolean)) send(values)
    },
    fail: (error) => show(toFieldErrors(error, fields)),
    setErrors: show,
    clear,
    replace: setValue,
    saved: (sent, next) => {
      let isLate = false
      setValue((now) => {
        const late = fields.filter((field) => !isEqual(now[field], sent[field]))
        isLate = late.length > 0
        return isLate ? { ...next, ...Object.fromEntries(late.map((field) => [field, now[field]])) } : now
      })
      if (!isLate) clear(next)
    },
    restoredFrom: changes > 0 ? restoredFrom : null,
    isChanged: changes > 0,
    changes,
  }
}

/** One sentence per field name; `form` for everything else. */
export type FieldErrors<Field extends string = string> = { [field in Field | 'form']?: string | undefined }

/** The field that a pointer such as `/zoomOptions/joinUrl` or `/trainerIds/0` refers to: the last part that the form knows. */
const findField = (pointer: string, fields: readonly string[]): string | undefined =>
  pointer.split('/').findLast((part) => fields.includes(part))

/** Converts an error to one sentence per field. An error for a field that is not on the form becomes one of the form. */
export function toFieldErrors(error: unknown, fields: readonly string[]): FieldErrors {
  const errors = isApiProblem(error) ? error.errors : []
  const known = errors.flatMap(({ pointer, detail }) => {
    const field = findField(pointer, fields)
    return field === undefined ? [] : [[field, detail] as const]
  })
  // An error for a field that is not on the form must not get lost.
  return known.length > 0 && known.length === errors.length
    ? Object.fromEntries(known)
    : { ...Object.fromEntries(known), form: getErrorMessage(error) }
}

/** For ErrorSummary; inputs have their field's name as id. */
const toErrorSummary = (errors: FieldErrors): { message: string; fieldId: string | undefined }[] =>
  Object.entries(errors).flatMap(([field, message]) => (message ? [{ message, fieldId: field === 'form' ? undefined : field }] : []))
