/** Search and filters over people. */
import { roles } from '@lms/contract/policy'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FilterButton } from '#ui/filter-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { countFilters, type UserFilter } from './user-filter.ts'
import { roleWords } from './words.ts'

type Props = {
  filter: UserFilter
  courses: readonly { id: string; title: string }[]
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void
}

const all = { value: 'all', label: 'All' }

export function UserFilters({ filter, courses, onChange }: Props) {
  return (
    <FilterBar
      search={<SearchField label="Name or email" value={filter.search} onChange={(search) => onChange({ search }, { replace: true })} />}
      count={countFilters(filter)}
      onClear={() => onChange({ role: 'all', course: 'all', search: null })}
    >
      <FilterButton
        label="Role"
        value={filter.role}
        options={[all, ...roles.map((role) => ({ value: role, label: roleWords[role] }))]}
        onChange={(role) => onChange({ role })}
      />
      <FilterButton
        label="Course"
        value={filter.course}
        options={[all, ...courses.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(course) => onChange({ course })}
      />
    </FilterBar>
  )
}
