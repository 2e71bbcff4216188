/** The search and the filters of the gradebook. */

import type { ReactNode } from 'react'
import { ClearFilters, FilterMenu } from '#ui/filter-bar.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { GradebookList } from './use-gradebook.ts'
import classes from './marks.module.css'

/** `children` are at the end of the line. */
export function GradebookFilters({ list, children }: { list: GradebookList; children: ReactNode }) {
  const { book } = list
  const columns = book.data?.columns ?? []
  const assignments = [{ value: 'any', label: 'Any assignment' }, ...columns.map(({ id, title }) => ({ value: id, label: title }))]
  return (
    <div className={classes.filters} role="search">
      <SearchField
        label="Name or email"
        value={list.text}
        found={book.isPlaceholderData ? null : (book.data?.total ?? null)}
        onChange={list.setText}
      />
      <FilterMenu
        label="Work"
        value={list.state}
        options={[
          { value: 'all', label: 'All' },
          { value: 'missing', label: 'Missing' },
          { value: 'to-grade', label: 'To grade' },
        ]}
        onChange={(value) => list.setState(value)}
      />
      {list.state !== 'all' && (
        <FilterMenu
          label="In"
          off="any"
          value={list.stateIn}
          options={assignments}
          onChange={(value) => list.setState(list.state, value)}
        />
      )}
      {list.isFiltered && <ClearFilters onClick={list.clearFilters} />}
      {children}
    </div>
  )
}
