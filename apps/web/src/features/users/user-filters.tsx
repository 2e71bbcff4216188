/** Search, filters and columns of the list of people. Filters are in the URL: `?page=1&role=all&course=all`. */

import { Button, Flex, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { roles } from '@lms/contract/policy'
import { localStore } from '#lib/local-store.ts'
import type { SearchOptions } from '#lib/search-options.ts'
import { parseEnum, getPage } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { IconColumns3, IconX } from '#ui/icons.ts'
import { SearchField } from '#ui/search-field.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { userStatusLabels } from './labels.ts'
import { roleLabels } from './role-labels.ts'
import classes from './user-filters.module.css'

const userSorts = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt'] as const
export type UserSort = (typeof userSorts)[number]

const statuses = ['ACTIVE', 'INVITED', 'SUSPENDED'] as const
/** Rows per page. */
export const rowLimits = ['20', '50', '100'] as const

const sortLabels: Record<UserSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  createdAt: 'Added, oldest first',
  '-createdAt': 'Added, newest first',
  lastSeenAt: 'Last seen, longest ago first',
  '-lastSeenAt': 'Last seen, latest first',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** For each person on this device. */
const toKey = (setting: string): string => `users:${setting}:${useSession.getState().user?.id ?? ''}`

export const savePageSize = (limit: string): void => localStore.setItem(toKey('rows'), limit)

export function readUserFilter(search: URLSearchParams) {
  const course = search.get('course') ?? ''
  return {
    page: getPage(search),
    limit: Number(parseEnum(rowLimits, search.get('limit') ?? localStore.getItem(toKey('rows')))),
    role: parseEnum(['all', ...roles], search.get('role')),
    course: uuid.test(course) ? course : 'all',
    status: parseEnum(['all', ...statuses], search.get('status')),
    search: (search.get('search') ?? '').slice(0, 200),
    sort: parseEnum(userSorts, search.get('sort')),
  }
}
/** Invalid URL parameters and their replacements; null if there are none. */
export function getInvalidParams(search: URLSearchParams): Record<string, string | number | null> | null {
  const filter = readUserFilter(search)
  const isStray = (key: 'page' | 'limit' | 'role' | 'course' | 'status' | 'sort' | 'search'): boolean =>
    search.has(key) && search.get(key) !== '' && search.get(key)?.toLowerCase() !== String(filter[key]).toLowerCase()
  const stray = {
    ...(isStray('role') && { role: filter.role }),
    ...(isStray('course') && { course: filter.course }),
    ...(isStray('status') && { status: null }),
    ...(isStray('sort') && { sort: null }),
    ...(isStray('limit') && { limit: null }),
    ...(isStray('search') && { search: filter.search }),
  }
  if (Object.keys(stray).length === 0 && !isStray('page')) return null
  return search.has('page') ? { ...stray, page: filter.page } : stray
}
export type UserFilter = ReturnType<typeof readUserFilter>

/** The same for the server; page and limit apart, because a download has none. */
export const toUserQuery = ({ role, course, status, search, sort }: UserFilter) => ({
  role,
  courseId: course,
  status,
  sort,
  ...(search && { search }),
})

export const noUserFilters = { role: 'all', course: 'all', status: null, search: null } as const

export const countUserFilters = ({ role, course, status }: UserFilter): number =>
  [role, course, status].filter((value) => value !== 'all').length

/** Sorting after a click on a column's header: reversed if it is sorted by it already. */
export const nextSort = (sort: UserSort, column: Exclude<UserSort, `-${string}`>): UserSort => (sort === column ? `-${column}` : column)

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
      search={
        <SearchField
          label="Name or email"
          value={filter.search}
          found="shown"
          onChange={(search) => onChange({ search }, { replace: true })}
        />
      }
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
      {/* On phones there are no column headers to sort by. */}
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

/** The active filters, each as a removable badge. */
type Chip = { key: string; label: string; value: string; onRemove: () => void }

const RemovableBadges = ({ label, chips }: { label: string; chips: readonly Chip[] }) => (
  <Flex component="ul" wrap="wrap" gap={8} aria-label={label}>
    {chips.map((chip) => (
      <li key={chip.key}>
        <button type="button" className={classes.chip} aria-label={`Take off ${chip.label}: ${chip.value}`} onClick={chip.onRemove}>
          <Text span inherit c="dimmed" fw={400}>
            {chip.label}
          </Text>
          <Text span inherit truncate>
            {chip.value}
          </Text>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      </li>
    ))}
  </Flex>
)

export const columnLabels = { role: 'Role', courses: 'Courses', status: 'Status', added: 'Added', seen: 'Last seen' } as const
export type ColumnKey = keyof typeof columnLabels

export const columnKeys = Object.keys(columnLabels) as ColumnKey[]

/** Hidden columns are stored, so that a column of a later version is shown by default. */
const columnsOff = 'columns-off'

export type Columns = { isShown: (column: ColumnKey) => boolean; toggle: (column: ColumnKey) => void }

export function useColumns(): Columns {
  const [off, setOff] = useState<readonly string[]>(() => (localStore.getItem(toKey(columnsOff)) ?? '').split(','))
  const toggle = (column: ColumnKey): void => {
    const next = columnKeys.filter((one) => off.includes(one) !== (one === column))
    localStore.setItem(toKey(columnsOff), next.join(','))
    setOff(next)
  }
  return { isShown: (column) => !off.includes(column), toggle }
}
