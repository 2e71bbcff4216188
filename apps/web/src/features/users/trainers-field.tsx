/** Choosing the trainers of a course. */
import { SearchMultiSelect } from '#ui/search-select.tsx'
import { useTrainerOptions } from './use-trainer-options.ts'

type Props = {
  value: readonly string[]
  onChange: (ids: string[]) => void
  /** Trainers as the course has them: they may be beyond the first of the list. */
  known?: readonly { id: string; name: string }[]
  error?: string | undefined
}

export function TrainersField({ value, onChange, known = [], error }: Props) {
  const { people, found } = useTrainerOptions(value, known)
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
