/** The state of a form: values that survive a reload, faults at their fields, one way to submit. */
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { isEqual, useDraft } from '#lib/drafts.ts'
import { toFieldErrors, type FieldErrors, summaryOf } from './field-errors.ts'

type FieldOf<V> = Extract<keyof V, string>

type TextOf<V> = { [K in FieldOf<V>]: V[K] extends string ? K : never }[FieldOf<V>]

type Options<V extends object> = {
  /** Names what is written, for the kept draft: `course:ID`. */
  draft: string
  initial: V
  /** What the browser can know; the server knows the rest. */
  check?: (values: V) => FieldErrors<FieldOf<V>>
}

export type Form<V extends object> = {
  values: V
  set: <K extends FieldOf<V>>(field: K, value: V[K]) => void
  /** From its newest value: for what comes late, such as at the end of an upload. */
  change: <K extends FieldOf<V>>(field: K, change: (now: V[K]) => V[K]) => void
  /** The fault at a field. */
  error: (field: FieldOf<V>) => string | undefined
  /** What a field of ours takes: its id, its value, its fault, and what it does when it changes. */
  field: <K extends FieldOf<V>>(field: K) => { id: K; value: V[K]; error: string | undefined; onChange: (value: V[K]) => void }
  /** The same for a text input, which tells its changes by events. */
  inputProps: <K extends TextOf<V>>(
    field: K,
  ) => { id: K; value: V[K]; error: string | undefined; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
  /** For ErrorSummary, with `turn` as its key. */
  summary: ReturnType<typeof summaryOf>
  submitCount: number
  /** Checks, then hands the values on. Give it to `onSubmit`. */
  submit: (send: (values: V) => void) => (event?: FormEvent) => void
  /** Shows what the server said. */
  fail: (error: unknown) => void
  clear: (next?: V) => void
  /** Puts other values in the place of all, as if they were typed. */
  replace: (next: V) => void
  /** After `sent` was saved: starts again from `next`, and keeps what was typed meanwhile. */
  saved: (sent: V, next: V) => void
  restoredFrom: string | null
  isChanged: boolean
  changes: number
}

export function useForm<V extends object>({ draft, initial, check }: Options<V>): Form<V> {
  const { value: values, setValue, clear, restoredFrom } = useDraft<V>(draft, initial, (kept) => ({ ...initial, ...kept }))
  const [faults, setFaults] = useState<FieldErrors>({})
  const [turn, setTurn] = useState(0)
  const fields = Object.keys(initial) as FieldOf<V>[]

  const show = (found: FieldErrors): void => {
    setFaults(found)
    setTurn((count) => count + 1)
  }
  const changes = fields.filter((field) => !isEqual(values[field], initial[field])).length
  const put: Form<V>['change'] = (field, change) => {
    setValue((current) => ({ ...current, [field]: change(current[field]) }))
    setFaults(({ [field]: _fixed, form: _form, ...rest }) => rest)
  }
  return {
    values,
    set: (field, value) => put(field, () => value),
    change: put,
    error: (field) => faults[field],
    field: (field) => ({ id: field, value: values[field], error: faults[field], onChange: (value) => put(field, () => value) }),
    inputProps: (field) => ({
      id: field,
      value: values[field],
      error: faults[field],
      // What stands in a text input is text; the type of the field says that text is what it holds.
      onChange: ({ currentTarget: { value } }) => put(field, () => value as V[typeof field]),
    }),
    summary: summaryOf(faults),
    submitCount: turn,
    submit: (send) => (event) => {
      event?.preventDefault()
      const found = check?.(values) ?? {}
      show(found)
      if (!Object.values(found).some(Boolean)) send(values)
    },
    fail: (error) => show(toFieldErrors(error, fields)),
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
