/** Search and filters over the catalogue. */
import { FilterBar } from '#ui/filter-bar.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { type CatalogueFilter, modeOptions, sortOptions, statusOptions } from './catalogue-filter.ts'

type Props = {
  filter: CatalogueFilter
  onChange: (changes: Record<string, string | null>, options?: { replace?: boolean }) => void
  onClear: () => void
  /** Whether the reader sees courses that are not published. */
  hasDrafts: boolean
}

const orNone = (value: string, off: string): string | null => (value === off ? null : value)

export function CatalogueFilters({ filter, onChange, onClear, hasDrafts }: Props) {
  const { q, mode, status, sort } = filter
  const count = Number(mode !== 'all') + Number(status !== 'all')
  return (
    <FilterBar
      search={<SearchField label="Search courses" value={q} onChange={(next) => onChange({ search: next || null }, { replace: true })} />}
      count={count}
      onClear={onClear}
    >
      <FilterMenu label="Kind" value={mode} options={modeOptions} onChange={(next) => onChange({ mode: orNone(next, 'all') })} />
      {hasDrafts && (
        <FilterMenu label="Status" value={status} options={statusOptions} onChange={(next) => onChange({ status: orNone(next, 'all') })} />
      )}
      <FilterMenu
        label="Sort"
        value={sort}
        off="-createdAt"
        options={sortOptions}
        onChange={(next) => onChange({ sort: orNone(next, '-createdAt') })}
      />
    </FilterBar>
  )
}
