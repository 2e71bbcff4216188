/** Choosing the trainers of a course, or students for it: found by name or email. */

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { User } from '@lms/contract/users'
import { searchLimit as limit, toSearchOptions, useSearchTerm } from '#lib/search-options.ts'
import { SearchMultiSelect } from '#ui/search-field.tsx'
import { userQuery, usersQuery } from './api.ts'

export type FoundPerson = { id: string; name: string; email?: string; status?: User['status'] }
/** Suspended people cannot be added; those who teach the course already stay in it. */
const isOffered = ({ status }: FoundPerson): boolean => status !== 'SUSPENDED'
type Found = { items: readonly FoundPerson[]; total: number }
const withoutSuspended = <Q extends { data: Found | undefined }>(query: Q) => {
  const items = query.data?.items.filter(isOffered) ?? []
  return { ...query, data: query.data && { items, total: query.data.total - query.data.items.length + items.length } }
}
const toOption = ({ id, name }: FoundPerson) => ({ value: id, label: name })

/** `known`: names that need not be requested. */
function usePeopleOptions(role: 'STAFF' | 'USER', values: readonly string[], known: readonly FoundPerson[]) {
  const typed = useSearchTerm()
  const query = { role, limit, sort: 'name' } as const
  const first = withoutSuspended(useQuery(usersQuery({ query })))
  const found = withoutSuspended(
    useQuery({
      ...usersQuery({ query: { ...query, search: typed.search } }),
      enabled: typed.search !== '',
      placeholderData: keepPreviousData,
    }),
  )
  const here: FoundPerson[] = [...known, ...(first.data?.items ?? [])]
  const away = first.isPending ? [] : values.filter((id) => !here.some((person) => person.id === id))
  const chosen = useQueries({ queries: away.map((id) => userQuery({ params: { id } })) }).flatMap(({ data }) => data ?? [])
  const people = new Map<string, FoundPerson>(
    [...known, ...chosen, ...(found.data?.items ?? []), ...(first.data?.items ?? [])].map((one) => [one.id, one]),
  )
  return {
    people,
    found: toSearchOptions<FoundPerson>({
      typed,
      first,
      found,
      toOption,
      values,
      known: [...known, ...chosen].map(toOption),
      unknown: 'Loading',
    }),
  }
}

/** Trainers and admins by id, with their names. */
export const useStaff = (ids: readonly string[], known: readonly FoundPerson[]) =>
  usePeopleOptions('STAFF', [...new Set(ids)], known).people

type Props = {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** The course's trainers, who may not be on the first page of the list. */
  known?: readonly { id: string; name: string }[]
  error?: string | undefined
}

export function TrainersField({ value, onChange, known = [], error }: Props) {
  const { people, found } = usePeopleOptions('STAFF', value, known)
  return (
    <SearchMultiSelect
      id="trainerIds"
      label="Trainers"
      description="They run and grade the course."
      found={found}
      nothing="No trainer of that name"
      renderOption={({ option }) => <span>{[option.label, people.get(option.value)?.email].filter(Boolean).join(', ')}</span>}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

type StudentsProps = { value: readonly FoundPerson[]; onChange: (people: FoundPerson[]) => void }

export function StudentsField({ value, onChange }: StudentsProps) {
  const ids = value.map(({ id }) => id)
  const { people, found } = usePeopleOptions('USER', ids, value)
  return (
    <SearchMultiSelect
      label="Students"
      description="By name or email. Who is in the course already stays in it."
      placeholder={value.length === 0 ? 'Choose people' : undefined}
      found={found}
      nothing="No student of that name"
      renderOption={({ option }) => <span>{[option.label, people.get(option.value)?.email].filter(Boolean).join(', ')}</span>}
      value={ids}
      onChange={(next) => onChange(next.flatMap((id) => people.get(id) ?? []))}
      data-autofocus
    />
  )
}
