/** The server has a call for one person: several go one after the other, and failures are named. */
import type { User } from '@lms/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#lib/api.ts'
import { notify } from '#ui/toasts.tsx'

export const count = (people: number): string => `${people} ${people === 1 ? 'person' : 'people'}`

/** Failures named in full; of more than these, the number is told. */
const named = 3

type Run<P> = { run: (people: readonly P[], call: (person: P) => Promise<unknown>, done: string) => Promise<void>; isBusy: boolean }

/** `done` says what became of them: “2 people {suspended}”. */
export function useOneByOne<P extends Pick<User, 'name'>>(onDone: () => void): Run<P> {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run: Run<P>['run'] = async (people, call, done) => {
    setBusy(true)
    const failures: string[] = []
    for (const person of people) {
      await call(person).catch((error: unknown) => failures.push(`${person.name}: ${sentenceOf(error)}`))
    }
    await Promise.all(['users', 'courses'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    if (people.length > failures.length) notify.ok(`${count(people.length - failures.length)} ${done}`)
    for (const failure of failures.slice(0, named)) notify.bad(failure)
    if (failures.length > named) notify.bad(`${failures.length - named} more could not be changed`)
    setBusy(false)
    onDone()
  }
  return { run, isBusy }
}
