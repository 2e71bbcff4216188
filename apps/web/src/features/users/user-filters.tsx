/** Search and filters over people; and, where nobody matches, the filters as chips that can be taken off one by one. */
import { roles } from '@lms/contract/policy'
import type { SearchOptions } from '#lib/search-options.ts'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SearchField } from '#ui/search-field.tsx'
import { columnKeys, columnLabels, type Columns } from './use-columns.ts'
import { countUserFilters, noUserFilters, sortLabels, statuses, type UserFilter, userSorts } from './user-filter.ts'
import { roleLabels, userStatusLabels } from './labels.ts'
import { Button, Menu } from '@mantine/core'
import { IconColumns3, IconX } from '@tabler/icons-react'
import classes from './user-filters.module.css'

/** Which columns the list of people has. */
const ColumnMenu = ({ columns }: { columns: Columns }) => (
  <Menu position="bottom-end" closeOnItemClick={false}>
    <Menu.Target>
      <Button variant="subtle" size="sm" leftSection={<IconColumns3 size={18} stroke={1.75} aria-hidden />}>
        Columns
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {columnKeys.map((key) => (
        <Menu.CheckboxItem key={key} checked={columns.isShown(key)} onChange={() => columns.toggle(key)}>
          {columnLabels[key]}
        </Menu.CheckboxItem>
      ))}
    </Menu.Dropdown>
  </Menu>
)

type Props = {
  filter: UserFilter
  courses: SearchOptions
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void
}

type BarProps = Props & { columns: Columns }

const all = { value: 'all', label: 'All' }

export function UserFilters({ filter, courses, columns, onChange }: BarProps) {
  const isPhone = useIsPhone()
  return (
    <FilterBar
      search={<SearchField label="Name or email" value={filter.search} onChange={(search) => onChange({ search }, { replace: true })} />}
      count={countUserFilters(filter)}
      onClear={() => onChange(noUserFilters)}
      {...(!isPhone && { end: <ColumnMenu columns={columns} /> })}
    >
      <FilterMenu
        label="Role"
        value={filter.role}
        options={[all, ...roles.map((role) => ({ value: role, label: roleLabels[role] }))]}
        onChange={(role) => onChange({ role })}
      />
      <FilterMenu label="Course" value={filter.course} options={[all]} found={courses} onChange={(course) => onChange({ course })} />
      <FilterMenu
        label="Status"
        value={filter.status}
        options={[all, ...statuses.map((status) => ({ value: status, label: userStatusLabels[status] }))]}
        onChange={(status) => onChange({ status: status === 'all' ? null : status })}
      />
      {/* Rows of phones have no head to sort by. */}
      {isPhone && (
        <FilterMenu
          label="Sort"
          value={filter.sort}
          off={filter.sort}
          options={userSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
          onChange={(sort) => onChange({ sort })}
        />
      )}
    </FilterBar>
  )
}

export function FilterChips({ filter, courses, onChange }: Props) {
  const { role, course, status, search } = filter
  const chips = [
    search && { key: 'search', label: 'Search', value: `“${search}”`, onRemove: () => onChange({ search: null }) },
    role !== 'all' && { key: 'role', label: 'Role', value: roleLabels[role], onRemove: () => onChange({ role: 'all' }) },
    course !== 'all' && {
      key: 'course',
      label: 'Course',
      value: [...courses.chosen, ...courses.options].find(({ value }) => value === course)?.label ?? courses.unknown,
      onRemove: () => onChange({ course: 'all' }),
    },
    status !== 'all' && { key: 'status', label: 'Status', value: userStatusLabels[status], onRemove: () => onChange({ status: null }) },
  ]
  return <RemovableBadges label="Filters" chips={chips.filter((chip) => chip !== false && chip !== '')} />
}

/** What narrows a list, each as a chip that takes itself off. */
type Chip = { key: string; label: string; value: string; onRemove: () => void }

const RemovableBadges = ({ label, chips }: { label: string; chips: readonly Chip[] }) => (
  <ul className={classes.chips} aria-label={label}>
    {chips.map((chip) => (
      <li key={chip.key}>
        <button type="button" className={classes.chip} aria-label={`Take off ${chip.label}: ${chip.value}`} onClick={chip.onRemove}>
          <span className={classes.label}>{chip.label}</span>
          <span className={classes.value}>{chip.value}</span>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      </li>
    ))}
  </ul>
)
