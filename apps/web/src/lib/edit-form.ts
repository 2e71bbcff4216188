/**
 * The form of what several people may edit. Its draft contains the version that typing began from, which is sent with the edit: if somebody
 * else saved since, the server refuses it with the newer state, and the form compares the three, field by field.
 */

import { useEffect, useRef, useState } from 'react'
import { isApiProblem } from './api-errors.ts'
import { type FieldOf, type Form, type FormOptions, useForm } from './form.ts'
import { isEqual } from './stored-drafts.ts'

/** The state that typing began from. */
type Seen<V> = { version: number; values: V }
type Stored<V> = V & { seen: Seen<V> }

type Options<R, V extends object> = Omit<FormOptions<V>, 'initial'> & {
  /** As it is stored: the reply of its GET. */
  record: R
  toValues: (record: R) => V
}

/** Fields that were changed since `seen`: to different values by both, or by one. */
export type Comparison<V> = { both: FieldOf<V>[]; byThem: FieldOf<V>[]; byMe: FieldOf<V>[] }

export function compareEdits<V extends object>(seen: V, theirs: V, mine: V): Comparison<V> {
  const fields = (Object.keys(seen) as FieldOf<V>[]).filter((field) => !isEqual(theirs[field], mine[field]))
  const isChanged = (by: V, field: FieldOf<V>): boolean => !isEqual(by[field], seen[field])
  return {
    both: fields.filter((field) => isChanged(theirs, field) && isChanged(mine, field)),
    byThem: fields.filter((field) => !isChanged(mine, field)),
    byMe: fields.filter((field) => !isChanged(theirs, field)),
  }
}

/** A save that was refused: what to choose from, and both ways out. */
export type StaleEdit<V> = Comparison<V> & {
  /** Who saved the newer version, if the server knows, and when. */
  by: string | null
  at: string
  version: number
  seen: V
  theirs: V
  mine: V
  /** Saves these values on top of the newer version. */
  save: (values: V) => void
  /** Takes the newer version; returns how to undo it. */
  discard: () => () => void
}

export type EditForm<R, V extends object> = Omit<Form<V>, 'submit' | 'saved' | 'discard' | 'replace'> & {
  /** Validates, then passes on the values and the version that they are based on. */
  submit: (send: (values: V, version: number) => void) => ReturnType<Form<V>['submit']>
  /** After a save: starts again from the reply, and keeps what was typed since. Returns whether nothing was. */
  saved: (reply: R) => boolean
  /** Removes what was typed, and starts again from `next`, by default the record. */
  discard: (next?: R) => void
  stale: StaleEdit<V> | null
}

type Refused<R> = R & { updatedBy: string | null; updatedAt: string }

export function useEditForm<R extends { version: number }, V extends object>({
  record,
  toValues,
  ...options
}: Options<R, V>): EditForm<R, V> {
  const toStored = (from: R): Stored<V> => {
    const values = toValues(from)
    return { ...values, seen: { version: from.version, values } }
  }
  // The checks of the fields know nothing of `seen`, which none of them shows.
  const form = useForm({ ...options, initial: toStored(record) } as unknown as FormOptions<Stored<V>>)
  const { seen, ...rest } = form.values
  const values = rest as unknown as V
  const changes = (Object.keys(seen.values) as FieldOf<V>[]).filter((field) => !isEqual(values[field], seen.values[field])).length
  const [refused, setRefused] = useState<Refused<R> | null>(null)
  const send = useRef<(values: V, version: number) => void>(null)
  const submit = (sent: Stored<V>) => form.submit(({ seen: { version }, ...given }) => send.current?.(given as unknown as V, version), sent)
  const stale = refused && toStale(seen.values, values, { refused, toValues })

  const save = (chosen: V): void => {
    if (!refused) return
    setRefused(null)
    submit({ ...chosen, seen: toStored(refused).seen })()
  }
  const isSettled = stale !== null && stale.both.length === 0 && stale.byThem.length === 0
  const isBehind = changes === 0 && seen.version < record.version
  useEffect(() => {
    // Already stored, by a save whose response was lost, or changed where the form shows nothing.
    if (isSettled) save(values)
    // Nothing was typed: the form shows what is stored.
    else if (isBehind) form.discard(toStored(record))
  })

  return {
    ...(form as unknown as Form<V>),
    values,
    changes,
    isChanged: changes > 0,
    restoredFrom: changes > 0 ? form.restoredFrom : null,
    submit: (next) => (event) => {
      send.current = next
      submit(form.values)(event)
    },
    saved: (reply) => form.saved(toStored(reply)),
    discard: (next) => form.discard(next && toStored(next)),
    fail: (error) => {
      if (isApiProblem(error) && error.problem === 'version-conflict') setRefused(error.current as Refused<R>)
      else form.fail(error)
    },
    stale: stale && {
      ...stale,
      save,
      discard: () => {
        const kept = form.values
        setRefused(null)
        form.discard(refused ? toStored(refused) : undefined)
        return () => form.replace(kept)
      },
    },
  }
}

function toStale<R extends { version: number }, V extends object>(
  seen: V,
  mine: V,
  { refused, toValues }: { refused: Refused<R>; toValues: (record: R) => V },
): Omit<StaleEdit<V>, 'save' | 'discard'> {
  const theirs = toValues(refused)
  const { updatedBy: by, updatedAt: at, version } = refused
  return { ...compareEdits(seen, theirs, mine), by, at, version, seen, theirs, mine }
}
