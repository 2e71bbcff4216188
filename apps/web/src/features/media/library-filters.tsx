/** Search, filters and view of the library. */
import { SegmentedControl } from '@mantine/core'
import type { SearchOptions } from '#lib/search-options.ts'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SearchField } from '#ui/search-field.tsx'
import { countLibraryFilters, type LibraryFilter, noLibraryFilters } from './library.ts'

const types = [
  { value: 'all', label: 'All' },
  { value: 'RECORDED', label: 'Recorded' },
  { value: 'LIVE', label: 'Live' },
]
const uses = [
  { value: 'all', label: 'All' },
  { value: 'used', label: 'In a course' },
  { value: 'unused', label: 'In no course' },
]
const captions = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'there', label: 'There' },
]
const views = [
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
        <SearchField label="Title" value={filter.search} onChange={(search) => onChange({ search: search || null }, { replace: true })} />
      }
      count={countLibraryFilters(filter)}
      onClear={() => onChange(noLibraryFilters)}
      end={
        !isPhone && (
          <SegmentedControl
            size="sm"
            aria-label="View"
            data={views}
            value={filter.view}
            onChange={(view) => onChange({ view: view === 'grid' ? null : view, page: filter.page }, { replace: true })}
          />
        )
      }
    >
      <FilterMenu label="Kind" value={filter.type} options={types} onChange={(type) => onChange({ type: orNone(type) })} />
      <FilterMenu
        label="Course"
        value={filter.course}
        options={types.slice(0, 1)}
        found={courses}
        onChange={(course) => onChange({ course: orNone(course) })}
      />
      <FilterMenu label="Captions" value={filter.captions} options={captions} onChange={(value) => onChange({ captions: orNone(value) })} />
      <FilterMenu label="Use" value={filter.use} options={uses} onChange={(use) => onChange({ use: orNone(use) })} />
    </FilterBar>
  )
}
