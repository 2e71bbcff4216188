/**
 * The form of what several people may edit. Its draft contains the version that typing began from, which is sent with the edit: if somebody
 * else saved since, the server refuses it with the newer state, and the form compares the three, field by field.
 */

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiProblem } from './api-errors.ts'
import { type FieldOf, type Form, type Options as FormOptions, useForm } from './form.ts'
import { isEqual } from './stored-drafts.ts'

/** The state that typing began from. */
export type Seen<V> = { version: number; values: V }
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
  /** Validates, then passes on the values, and what typing began from: what is the same in both was not changed. */
  submit: (send: (values: V, seen: Seen<V>) => void) => ReturnType<Form<V>['submit']>
  /** After a save: starts again from the reply, and keeps what was typed since. Returns whether nothing was. */
  saved: (reply: R) => boolean
  /** Removes what was typed, and starts again from `next`, by default the record. */
  discard: (next?: R) => void
  stale: StaleEdit<V> | null
}

type Refused<R> = R & { updatedBy: string | null; updatedAt: string }
type Record = { version: number }

export function useEditForm<R extends Record, V extends object>({ record, toValues, ...options }: Options<R, V>): EditForm<R, V> {
  const toStored = (from: R): Stored<V> => {
    const values = toValues(from)
    return { ...values, seen: { version: from.version, values } }
  }
  // The checks of the fields know nothing of `seen`, which none of them shows.
  const form = useForm({ ...options, initial: toStored(record) } as unknown as FormOptions<Stored<V>>)
  const values = withoutSeen(form.values)
  const changes = countChanges(form.values)
  const { refuse, stale, submit } = useStale(form, toStored)
  const isBehind = changes === 0 && isOlder(form.values.seen, toStored(record).seen)
  // Nothing was typed: the form shows what is stored.
  useEffect(() => {
    if (isBehind) form.discard(toStored(record))
  })
  return {
    ...(form as unknown as Form<V>),
    values,
    changes,
    isChanged: changes > 0,
    restoredFrom: changes > 0 ? form.restoredFrom : null,
    submit,
    saved: (reply) => form.saved(toStored(reply)),
    discard: (next) => form.discard(next && toStored(next)),
    fail: (error) => refuse(error) || form.fail(error),
    stale,
  }
}

/** Some values change without an edit, such as the number of a week that others move past. */
const isOlder = <V>(seen: Seen<V>, now: Seen<V>): boolean =>
  seen.version < now.version || (seen.version === now.version && !isEqual(seen.values, now.values))

const withoutSeen = <V extends object>({ seen: _, ...values }: Stored<V>): V => values as unknown as V

const countChanges = <V extends object>({ seen, ...values }: Stored<V>): number =>
  Object.entries(seen.values).filter(([field, value]) => !isEqual((values as { [field: string]: unknown })[field], value)).length

/** Submitting, and what is to be chosen after a save was refused for its version. */
function useStale<R extends Record, V extends object>(form: Form<Stored<V>>, toStored: (record: R) => Stored<V>) {
  const [refused, setRefused] = useState<Refused<R> | null>(null)
  const send = useRef<(values: V, seen: Seen<V>) => void>(null)
  const submit = (sent: Stored<V>) => form.submit((stored) => send.current?.(withoutSeen(stored), stored.seen), sent)
  const discard = (next: Stored<V>): void => {
    setRefused(null)
    form.discard(next)
  }
  const save = (next: Stored<V>): void => {
    setRefused(null)
    form.replace(next)
    submit(next)()
  }
  // oxlint-disable-next-line react/refs -- read when it is saved
  const stale = refused && toStale(form.values, { refused, newer: toStored(refused), save, replace: form.replace, discard })
  // Already stored, by a save whose response was lost, or changed where the form shows nothing.
  const isSettled = stale !== null && stale.both.length === 0 && stale.byThem.length === 0
  useEffect(() => {
    if (isSettled) stale.save(stale.mine)
  })
  const refuse = (error: unknown): boolean => {
    const isRefused = isApiProblem(error) && error.problem === 'version-conflict'
    if (isRefused) setRefused(error.current as Refused<R>)
    return isRefused
  }
  const submitWith = (next: (values: V, seen: Seen<V>) => void) => (event?: FormEvent) => {
    send.current = next
    submit(form.values)(event)
  }
  return { refuse, submit: submitWith, stale }
}

type Way<V> = (next: Stored<V>) => void
type Ways<V> = { newer: Stored<V>; save: Way<V>; replace: Way<V>; discard: Way<V> }

function toStale<V extends object>(
  stored: Stored<V>,
  { refused, newer, save, replace, discard }: Ways<V> & { refused: { updatedBy: string | null; updatedAt: string } },
): StaleEdit<V> {
  const [seen, theirs, mine] = [stored.seen.values, newer.seen.values, withoutSeen(stored)]
  return {
    ...compareEdits(seen, theirs, mine),
    seen,
    theirs,
    mine,
    version: newer.seen.version,
    by: refused.updatedBy,
    at: refused.updatedAt,
    save: (values) => save({ ...values, seen: newer.seen }),
    discard: () => {
      discard(newer)
      return () => replace(stored)
    },
  }
}
