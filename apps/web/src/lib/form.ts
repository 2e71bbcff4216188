/** The state of a form: values that survive a reload, errors by field, submission. */

import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { getErrorMessage, isApiProblem } from './api-errors.ts'
import { useDraft } from './drafts.ts'
import { focusFirst } from './focus-field.ts'
import { isEqual } from './stored-drafts.ts'

export type FieldOf<V> = Extract<keyof V, string>

type TextOf<V> = { [K in FieldOf<V>]: V[K] extends string ? K : never }[FieldOf<V>]

export type Options<V extends object> = {
  /** The key of the stored draft: `course:ID`. With null, nothing is stored. */
  draft: string | null
  /** Fields that are never stored, such as a password. A constant of the module. */
  secrets?: readonly FieldOf<V>[]
  initial: V
  /** Validation in the browser; the server checks the rest. */
  check?: (values: V) => FieldErrors<FieldOf<V>>
  /** Added to the server's errors that belong to no field: “Your draft is kept.” */
  kept?: string
  /** What the summary calls an item of a list: “Question 2” for `questions.1.label`. */
  nameItem?: (path: string) => string | undefined
  /** Values of drafts from earlier releases, which had other fields. */
  upgrade?: (stored: object) => Partial<V>
}

export type Form<V extends object> = {
  values: V
  set: <K extends FieldOf<V>>(field: K, value: V[K]) => void
  /**
   * Updates the newest value: for late changes, such as at the end of an upload. With `part`, such as `questions.1`, errors elsewhere in
   * the field stay.
   */
  change: <K extends FieldOf<V>>(field: K, change: (now: V[K]) => V[K], part?: PathOf<K>) => void
  /** The error of a field or of an item, or of anything inside it. */
  error: (path: PathOf<FieldOf<V>>) => string | undefined
  /** Props for our own fields. */
  field: <K extends FieldOf<V>>(
    field: K,
  ) => { id: K; value: V[K]; error: string | undefined; isRequired: boolean; onChange: (value: V[K]) => void }
  /** The same for text inputs, whose changes are events. */
  inputProps: <K extends TextOf<V>>(
    field: K,
  ) => { id: K; value: V[K]; error: string | undefined; required: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
  /** For ErrorSummary, with `submitCount` as its key. */
  summary: ReturnType<typeof toErrorSummary>
  submitCount: number
  /** Why the last attempt failed, if it belongs to no field. Stays until the next attempt. */
  failure: { message: string; requestId?: string | undefined } | null
  /** Validates the values, or those that have just replaced them, and passes them on. Use it as `onSubmit`. */
  submit: (send: (values: V) => void, replaced?: V) => (event?: FormEvent) => void
  /** Shows the server's errors. */
  fail: (error: unknown) => void
  setErrors: (errors: FieldErrors<FieldOf<V>>) => void
  /**
   * After what was submitted last has been saved, even if the page was left since: starts again from `next`, by default the initial values,
   * and keeps what was typed since. Returns whether nothing was.
   */
  saved: (next?: V) => boolean
  /** Removes what was typed, and starts again from `next`. */
  discard: (next?: V) => void
  /** Replaces all values, as if they were typed. */
  replace: (next: V) => void
  restoredFrom: string | null
  isChanged: boolean
  changes: number
}

/** What fields need of their form. */
export type FieldsForm<V extends object> = Pick<Form<V>, 'values' | 'set' | 'change' | 'error' | 'field' | 'inputProps'>

export function useForm<V extends object>({ draft, secrets, initial, check, kept, nameItem, upgrade }: Options<V>): Form<V> {
  const fields = Object.keys(initial) as FieldOf<V>[]
  const {
    value: values,
    setValue,
    restoredFrom,
    ...stored
  } = useDraft<V>(draft, initial, {
    migrate: (values) => ({ ...initial, ...upgrade?.(values), ...values }),
    merge: mergeLate,
    ...(secrets && { secrets }),
  })
  const submitted = useRef(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<Form<V>['failure']>(null)
  const [turn, setTurn] = useState(0)

  const show = (found: FieldErrors, requestId?: string): void => {
    setErrors(found)
    setFailure(found['form'] ? { message: found['form'], requestId } : null)
    setTurn((count) => count + 1)
    focusFirst(Object.keys(found).filter((path) => found[path] && path !== 'form'))
  }
  const fail = (error: unknown): void => {
    const { form, ...found } = toFieldErrors(error, fields)
    show({ ...found, ...(form && { form: kept ? `${form} ${kept}` : form }) }, isApiProblem(error) ? error.instance : undefined)
  }
  const resetErrors = (): void => {
    setErrors({})
    setFailure(null)
  }
  const errorAt = (path: string): string | undefined =>
    errors[path] ?? Object.entries(errors).find(([at, message]) => message && isInside(at, path))?.[1]
  /** Text without which the form cannot be sent: components.css marks its label. */
  const isRequired = (field: FieldOf<V>): boolean =>
    typeof values[field] === 'string' && Boolean(check?.({ ...values, [field]: '' })[field as PathOf<FieldOf<V>>])
  const changes = fields.filter((field) => !isEqual(values[field], initial[field])).length
  const put: Form<V>['change'] = (field, change, part = field) => {
    setValue((current) => ({ ...current, [field]: change(current[field]) }))
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => path !== 'form' && !isInside(path, part))))
  }
  return {
    values,
    set: (field, value) => put(field, () => value),
    change: put,
    error: errorAt,
    field: (field) => ({
      id: field,
      value: values[field],
      error: errorAt(field),
      isRequired: isRequired(field),
      onChange: (value) => put(field, () => value),
    }),
    inputProps: (field) => ({
      id: field,
      value: values[field],
      error: errorAt(field),
      required: isRequired(field),
      // The type of the field guarantees text.
      onChange: ({ currentTarget: { value } }) => put(field, () => value as V[typeof field]),
    }),
    summary: toErrorSummary(errors, nameItem),
    submitCount: turn,
    failure,
    submit:
      (send, sent = values) =>
      (event) => {
        event?.preventDefault()
        if (!isFaultless(sent, { check, show })) return
        submitted.current = sent
        send(sent)
      },
    fail,
    setErrors: (found) => show(found),
    saved: (next) => {
      resetErrors()
      return stored.saved(submitted.current, next)
    },
    discard: (next) => {
      resetErrors()
      stored.discard(next)
    },
    replace: setValue,
    restoredFrom: changes > 0 ? restoredFrom : null,
    isChanged: changes > 0,
    changes,
  }
}

type Checks<V extends object> = { check: Options<V>['check']; show: (errors: FieldErrors) => void }

function isFaultless<V extends object>(values: V, { check, show }: Checks<V>): boolean {
  const found: FieldErrors = check?.(values) ?? {}
  show(found)
  return !Object.values(found).some(Boolean)
}

/** What stays of `now` when `sent` was saved as `next`: the fields changed since, and in lists of items with keys those of each item. */
function mergeLate<V extends object>(now: V, sent: V, next: V): V {
  const late = (Object.keys(now) as (keyof V)[]).filter((field) => !isEqual(now[field], sent[field]))
  return { ...next, ...Object.fromEntries(late.map((field) => [field, mergeItems(now[field], sent[field], next[field])])) }
}

const isItems = (value: unknown): value is { key: string }[] =>
  Array.isArray(value) && value.every((item: unknown) => typeof item === 'object' && item !== null && 'key' in item)

function mergeItems(now: unknown, sent: unknown, next: unknown): unknown {
  if (!isItems(now) || !isItems(sent) || !isItems(next) || sent.length !== next.length) return now
  return now.map((item) => {
    const at = sent.findIndex(({ key }) => key === item.key)
    return at === -1 ? item : { ...mergeLate(item, sent[at]!, next[at]!), key: item.key }
  })
}

/** A field, or an item of a list or record in it: `questions.1.prompt`. */
type PathOf<Field extends string> = Field | `${Field}.${string}`

/** One sentence per path; `form` for everything else. Inputs have their path as id. */
export type FieldErrors<Field extends string = string> = { [path in PathOf<Field> | 'form']?: string | undefined }

const isInside = (path: string, around: string): boolean => path === around || path.startsWith(`${around}.`)

/** `/zoomOptions/joinUrl` leads to `joinUrl`, `?from` of a query to `from`, `/trainerIds/0` to `trainerIds`, `/questions/1/options/0` to `questions.1.options`. */
function toPath(pointer: string, fields: readonly string[]): string | undefined {
  const parts = pointer.split(/[/?]/)
  const start = parts.findIndex((part) => fields.includes(part))
  return start === -1
    ? undefined
    : parts
        .slice(start)
        .join('.')
        .replace(/(\.\d+)+$/, '')
}

/** Converts an error to one sentence per path. An error for a field that is not on the form becomes one of the form. */
export function toFieldErrors(error: unknown, fields: readonly string[]): FieldErrors {
  const errors = isApiProblem(error) ? error.errors : []
  const known = errors.flatMap(({ pointer, detail }) => {
    const path = toPath(pointer, fields)
    return path === undefined ? [] : [[path, detail] as const]
  })
  // An error for a field that is not on the form must not get lost.
  return known.length > 0 && known.length === errors.length
    ? Object.fromEntries(known)
    : { ...Object.fromEntries(known), form: getErrorMessage(error) }
}

/** For ErrorSummary. */
const toErrorSummary = (
  errors: FieldErrors,
  nameItem?: (path: string) => string | undefined,
): { message: string; fieldId: string | undefined }[] =>
  Object.entries(errors).flatMap(([path, message]) => {
    if (!message) return []
    const name = path === 'form' ? undefined : nameItem?.(path)
    const words = name ? `${name}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message
    return [{ message: words, fieldId: path === 'form' ? undefined : path }]
  })
