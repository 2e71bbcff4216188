/** The API has one call per user: several are sent one after the other; failures are listed and can be retried. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ListedUser, User } from '@lms/contract/users'
import { getErrorMessage, isApiProblem, isTemporary } from '#lib/api-errors.ts'
import { notify } from '#ui/toasts.tsx'
import { formatPeople } from './labels.ts'

export type BulkProgress = { done: number; total: number; isWaiting: boolean }

/** The end of an incomplete run: `failures` were rejected, with the reason; `left` is the number that was never tried. */
export type Outcome = { done: number; word: string; failures: readonly { id: string; name: string; reason: string }[]; left: number }

type Person = Pick<User, 'id' | 'name'>

type Run<P> = {
  run: (people: readonly P[], call: (person: P) => Promise<unknown>, done: string) => Promise<void>
  /** Stops before the next user; finished ones stay. */
  stop: () => void
  /** While it runs. */
  going: BulkProgress | null
  /** The result of the last run, if some failed. */
  outcome: Outcome | null
}

/** Seconds until the rate limit allows the next write. */
const getWait = (error: unknown): number | undefined =>
  isApiProblem(error) && error.problem === 'rate-limited' ? error.retryAfter : undefined

/** The others would fail too: the session has ended, or the server cannot be reached. A fault of the server may be about this person only. */
const isEnd = (error: unknown): boolean => isApiProblem(error) && isTemporary(error) && error.problem !== 'internal'

export type Ends<P = ListedUser> = {
  /** Everybody is done. */
  onDone: () => void
  /** Some are done; the others stay selected. */
  onPart: (done: readonly P[]) => void
}

/** `done` describes the result: “2 people {suspended}”. */
export function useBulkAction<P extends Person>({ onDone, onPart }: Ends<P>): Run<P> {
  const client = useQueryClient()
  const [going, setGoing] = useState<BulkProgress | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run: Run<P>['run'] = async (people, call, word) => {
    if (controller.current) return
    const { signal } = (controller.current = new AbortController())
    setOutcome(null)
    const { done, failures } = await each(people, call, { signal, onGoing: setGoing })
    controller.current = null
    await Promise.all(['users', 'courses'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    setGoing(null)
    const left = people.length - done.length - failures.length
    if (left + failures.length > 0) {
      setOutcome({ done: done.length, word, failures, left })
      return onPart(done)
    }
    notify.success(`${formatPeople(done.length)} ${word}`)
    onDone()
  }
  return { run, stop: () => controller.current?.abort(), going, outcome }
}

type Way = { signal: AbortSignal; onGoing: (going: BulkProgress) => void }

async function each<P extends Person>(people: readonly P[], call: (person: P) => Promise<unknown>, { signal, onGoing }: Way) {
  const total = people.length
  const done: P[] = []
  const failures: { id: string; name: string; reason: string }[] = []
  for (let turn = 0; turn < total && !signal.aborted;) {
    const person = people[turn]!
    onGoing({ done: turn, total, isWaiting: false })
    const error: unknown = await call(person).then(
      () => undefined,
      (found: unknown) => found,
    )
    const wait = getWait(error)
    if (wait !== undefined) {
      onGoing({ done: turn, total, isWaiting: true })
      await pause(wait * 1000, signal)
      continue
    }
    if (error === undefined) done.push(person)
    else failures.push({ id: person.id, name: person.name, reason: getErrorMessage(error) })
    if (isEnd(error)) break
    turn++
  }
  return { done, failures }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
