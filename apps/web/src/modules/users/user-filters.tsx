/** Search and filters over people; and, where nobody matches, the filters as chips that can be taken off one by one. */
import { roles } from '@lms/contract/policy'
import type { Found } from '#lib/found.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { FilterButton } from '#ui/filter-button.tsx'
import { RemovableChips } from '#ui/removable-chips.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { countFilters, noFilters, statuses, type UserFilter } from './user-filter.ts'
import { roleWords, statusWords } from './words.ts'

type Props = {
  filter: UserFilter
  courses: Found
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void
}

const all = { value: 'all', label: 'All' }

export function UserFilters({ filter, courses, onChange }: Props) {
  return (
    <FilterBar
      search={<SearchField label="Name or email" value={filter.search} onChange={(search) => onChange({ search }, { replace: true })} />}
      count={countFilters(filter)}
      onClear={() => onChange(noFilters)}
    >
      <FilterButton
        label="Role"
        value={filter.role}
        options={[all, ...roles.map((role) => ({ value: role, label: roleWords[role] }))]}
        onChange={(role) => onChange({ role })}
      />
      <FilterButton label="Course" value={filter.course} options={[all]} found={courses} onChange={(course) => onChange({ course })} />
      <FilterButton
        label="Status"
        value={filter.status}
        options={[all, ...statuses.map((status) => ({ value: status, label: statusWords[status] }))]}
        onChange={(status) => onChange({ status: status === 'all' ? null : status })}
      />
    </FilterBar>
  )
}

export function FilterChips({ filter, courses, onChange }: Props) {
  const { role, course, status, search } = filter
  const chips = [
    search && { key: 'search', label: 'Search', value: `“${search}”`, onRemove: () => onChange({ search: null }) },
    role !== 'all' && { key: 'role', label: 'Role', value: roleWords[role], onRemove: () => onChange({ role: 'all' }) },
    course !== 'all' && {
      key: 'course',
      label: 'Course',
      value: [...courses.chosen, ...courses.options].find(({ value }) => value === course)?.label ?? courses.unknown,
      onRemove: () => onChange({ course: 'all' }),
    },
    status !== 'all' && { key: 'status', label: 'Status', value: statusWords[status], onRemove: () => onChange({ status: null }) },
  ]
  return <RemovableChips label="Filters" chips={chips.filter((chip) => chip !== false && chip !== '')} />
}
