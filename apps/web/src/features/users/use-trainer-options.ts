/** Trainers to choose from, found at the server by what is typed. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { searchLimit as limit, toSearchOptions, useSearchTerm } from '#lib/search-options.ts'
import { userQuery, usersQuery } from './api.ts'

type Person = { id: string; name: string; email?: string }
const optionOf = ({ id, name }: Person) => ({ value: id, label: name })

/** `known`: names that need not be asked for. */
export function useTrainerOptions(values: readonly string[], known: readonly Person[]) {
  const typed = useSearchTerm()
  const query = { role: 'TRAINER', limit, sort: 'name' } as const
  const first = useQuery(usersQuery({ query }))
  const found = useQuery({
    ...usersQuery({ query: { ...query, search: typed.search } }),
    enabled: typed.search !== '',
    placeholderData: keepPreviousData,
  })
  const here: Person[] = [...known, ...(first.data?.items ?? [])]
  const away = first.isPending ? [] : values.filter((id) => !here.some((person) => person.id === id))
  const chosen = useQueries({ queries: away.map((id) => userQuery({ params: { id } })) }).flatMap(({ data }) => data ?? [])
  const people = new Map<string, Person>(
    [...known, ...chosen, ...(found.data?.items ?? []), ...(first.data?.items ?? [])].map((one) => [one.id, one]),
  )
  return {
    people,
    found: toSearchOptions<Person>({
      typed,
      first,
      found,
      optionOf,
      values,
      known: [...known, ...chosen].map(optionOf),
      unknown: 'Loading',
    }),
  }
}
