/** The server has a call for one person: several go one after the other, as fast as they may; failures are named. */
import type { User } from '@lms/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiProblem, sentenceOf } from '#lib/api.ts'
import { notify } from '#ui/toasts.tsx'

export const count = (people: number): string => `${people.toLocaleString('en-GB')} ${people === 1 ? 'person' : 'people'}`

/** Failures named in full; of more than these, the number is told. */
const named = 3

export type Going = { done: number; total: number; isWaiting: boolean }

type Run<P> = {
  run: (people: readonly P[], call: (person: P) => Promise<unknown>, done: string) => Promise<void>
  /** Ends it before the next person; what is done stays. */
  stop: () => void
  /** While it runs. */
  going: Going | null
}

/** Seconds until the limit of writes lets the next one through. */
const waitOf = (error: unknown): number | undefined =>
  isApiProblem(error) && error.problem === 'rate-limited' ? error.retryAfter : undefined

const hasEnded = (error: unknown): boolean => isApiProblem(error) && error.problem === 'unauthenticated'

/** `done` says what became of them: “2 people {suspended}”. */
export function useOneByOne<P extends Pick<User, 'name'>>(onDone: () => void): Run<P> {
  const client = useQueryClient()
  const [going, setGoing] = useState<Going | null>(null)
  const controller = useRef<AbortController | null>(null)

  const run: Run<P>['run'] = async (people, call, done) => {
    if (controller.current) return
    const { signal } = (controller.current = new AbortController())
    const total = people.length
    const failures: string[] = []
    let turn = 0
    while (turn < total && !signal.aborted) {
      const person = people[turn]!
      setGoing({ done: turn, total, isWaiting: false })
      const error: unknown = await call(person).then(
        () => undefined,
        (found: unknown) => found,
      )
      const wait = waitOf(error)
      if (wait !== undefined) {
        setGoing({ done: turn, total, isWaiting: true })
        await pause(wait * 1000, signal)
        continue
      }
      if (hasEnded(error)) break
      if (error !== undefined) failures.push(`${person.name}: ${sentenceOf(error)}`)
      turn++
    }
    controller.current = null
    await Promise.all(['users', 'courses'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    if (turn > failures.length)
      notify.ok(`${count(turn - failures.length)} ${done}${turn < total ? `, ${total - turn} left as they were` : ''}`)
    for (const failure of failures.slice(0, named)) notify.bad(failure)
    if (failures.length > named) notify.bad(`${failures.length - named} more could not be changed`)
    setGoing(null)
    onDone()
  }
  return { run, stop: () => controller.current?.abort(), going }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
