/** Choosing the trainers of a course. */
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usersQuery } from './queries.ts'

type Props = {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Trainers as the course has them: they may be beyond the first hundred of the list. */
  known?: readonly { id: string; name: string }[]
  error?: string | undefined
}

export function TrainersField({ value, onChange, known = [], error }: Props) {
  const { data, isError } = useQuery(usersQuery({ query: { role: 'TRAINER', limit: 100, sort: 'name' } }))
  const people = new Map<string, { name: string; email?: string }>([...known, ...(data?.items ?? [])].map((person) => [person.id, person]))
  return (
    <MultiSelect
      id="trainerIds"
      label="Trainers"
      styles={{ inputField: { outline: 'none' }, pill: { borderRadius: 6, background: 'var(--c-hover)' } }}
      description={isError ? 'The list of trainers did not load. What was chosen stays.' : 'They run and grade the course.'}
      data={[...people].map(([id, { name }]) => ({ value: id, label: name }))}
      renderOption={({ option }) => <span>{[option.label, people.get(option.value)?.email].filter(Boolean).join(', ')}</span>}
      value={[...value]}
      onChange={onChange}
      error={error}
      searchable
      hidePickedOptions
      nothingFoundMessage="No trainer of that name"
    />
  )
}
