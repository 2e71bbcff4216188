/** Search, filters and view of the library: read from the URL, and as fields. */

import { SegmentedControl } from '@mantine/core'
import type { SearchOptions } from '#lib/search-options.ts'
import { parseEnum, getPage } from '#lib/search-params.ts'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'

const types = ['all', 'RECORDED', 'LIVE'] as const
const uses = ['all', 'used', 'unused'] as const
const captions = ['all', 'missing', 'there'] as const
const views = ['grid', 'table'] as const

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readLibraryFilter = (search: URLSearchParams) => ({
  page: getPage(search),
  type: parseEnum(types, search.get('type')),
  course: uuid.test(search.get('course') ?? '') ? (search.get('course') ?? 'all') : 'all',
  use: parseEnum(uses, search.get('use')),
  captions: parseEnum(captions, search.get('captions')),
  view: parseEnum(views, search.get('view')),
  search: (search.get('search') ?? '').slice(0, 200),
})

export type LibraryFilter = ReturnType<typeof readLibraryFilter>

export const noLibraryFilters = { type: null, course: null, use: null, captions: null, search: null }

/** The number of active filters, without the search. */
export const countLibraryFilters = ({ type, course, use, captions }: LibraryFilter): number =>
  [type, course, use, captions].filter((value) => value !== 'all').length

export const toLibraryQuery = ({ page, type, course, use, captions, search }: LibraryFilter) => ({
  page,
  ...(type !== 'all' && { type }),
  ...(course !== 'all' && { courseId: course }),
  ...(captions !== 'all' && { captions: captions === 'there' ? ('true' as const) : ('false' as const) }),
  ...(use !== 'all' && { unused: use === 'unused' ? ('true' as const) : ('false' as const) }),
  ...(search && { search }),
})

const typeOptions = [
  { value: 'all', label: 'All' },
  { value: 'RECORDED', label: 'Recorded' },
  { value: 'LIVE', label: 'Live' },
]
const usageOptions = [
  { value: 'all', label: 'All' },
  { value: 'used', label: 'In a course' },
  { value: 'unused', label: 'In no course' },
]
const captionOptions = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'there', label: 'There' },
]
const viewOptions = [
  { value: 'grid', label: 'Grid' },
  { value: 'table', label: 'Table' },
]

type Props = {
  filter: LibraryFilter
  courses: SearchOptions
  onChange: (changes: Record<string, string | number | null>, options?: { replace?: boolean }) => void
}

const orNone = (value: string): string | null => (value === 'all' ? null : value)

export function LibraryFilters({ filter, courses, onChange }: Props) {
  const isPhone = useIsPhone()
  return (
    <FilterBar
      search={
        <SearchField
          label="Title"
          value={filter.search}
          found="shown"
          onChange={(search) => onChange({ search: search || null }, { replace: true })}
        />
      }
      count={countLibraryFilters(filter)}
      onClear={() => onChange(noLibraryFilters)}
      end={
        !isPhone && (
          <SegmentedControl
            size="sm"
            aria-label="View"
            data={viewOptions}
            value={filter.view}
            onChange={(view) => onChange({ view: view === 'grid' ? null : view, page: filter.page }, { replace: true })}
          />
        )
      }
    >
      <FilterMenu label="Kind" value={filter.type} options={typeOptions} onChange={(type) => onChange({ type: orNone(type) })} />
      <FilterMenu
        label="Course"
        value={filter.course}
        options={typeOptions.slice(0, 1)}
        found={courses}
        onChange={(course) => onChange({ course: orNone(course) })}
      />
      <FilterMenu
        label="Captions"
        value={filter.captions}
        options={captionOptions}
        onChange={(value) => onChange({ captions: orNone(value) })}
      />
      <FilterMenu label="Use" value={filter.use} options={usageOptions} onChange={(use) => onChange({ use: orNone(use) })} />
    </FilterBar>
  )
}
