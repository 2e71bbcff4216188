/** Who is chosen in the list: across its pages, until another filter asks for others. */
import type { ListedUser } from '@lms/contract/users'
import { useState } from 'react'
import { api, getErrorMessage } from '#lib/api.ts'
import { notify } from '#ui/toasts.tsx'
import { type UserFilter, toUserQuery } from './user-filter.ts'

export type ChosenPeople = ReadonlyMap<string, ListedUser>

/** People that are done one by one within minutes; more are a task for an import or a filter. */
export const mostChosen = 500
/** Rows of a page of the server's at most. */
const limit = 100

const nobody: ChosenPeople = new Map()

type Chosen = {
  people: ChosenPeople
  choose: (people: readonly ListedUser[], isOn: boolean) => void
  clear: () => void
  /** Adds everybody whom the filter finds. */
  chooseAll: () => void
  isLoading: boolean
}

export function useChosenPeople(filter: UserFilter, isOpen: (person: ListedUser) => boolean): Chosen {
  const { role, courseId, status, search = '', sort } = toUserQuery(filter)
  const key = JSON.stringify([role, courseId, status, search])
  const [state, setState] = useState({ key, people: nobody })
  const [isLoading, setLoading] = useState(false)
  const people = state.key === key ? state.people : nobody
  const change = (work: (now: Map<string, ListedUser>) => void): void =>
    setState((now) => {
      const next = new Map(now.key === key ? now.people : nobody)
      work(next)
      return { key, people: next }
    })
  const choose = (list: readonly ListedUser[], isOn: boolean): void =>
    change((now) => {
      for (const person of list) {
        if (isOn) now.set(person.id, person)
        else now.delete(person.id)
      }
    })
  const loadAll = async (): Promise<void> => {
    const found: ListedUser[] = []
    for (let page = 1; page <= mostChosen / limit; page++) {
      const query = { role, courseId, status, sort, ...(search && { search }), page, limit }
      const { items, total } = await api.users.listUsers({ query })
      found.push(...items)
      if (found.length >= total) break
    }
    choose(found.filter(isOpen), true)
  }
  const chooseAll = (): void => {
    setLoading(true)
    loadAll()
      .catch((error: unknown) => notify.error(getErrorMessage(error)))
      .finally(() => setLoading(false))
  }
  return { people, choose, clear: () => setState({ key, people: nobody }), chooseAll, isLoading }
}
