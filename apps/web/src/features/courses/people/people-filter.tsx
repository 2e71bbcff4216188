/** The filter of the people of a course, in the URL: search, at risk, missing work, last visit, order. */

import type { ReactNode } from 'react'
import type { listCourseProgress } from '@lms/contract/courses'
import type { Input } from '@lms/contract/route'
import { getPage, parseEnum, useSearch } from '#lib/search-params.ts'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { SearchField } from '#ui/search-field.tsx'

const sorts = [
  'risk',
  'name',
  '-name',
  'done',
  '-done',
  'marks',
  '-marks',
  'attendance',
  '-attendance',
  'missing',
  '-missing',
  'lastSeen',
  '-lastSeen',
] as const satisfies readonly Input<typeof listCourseProgress>['query']['sort'][]
export type PeopleSort = (typeof sorts)[number]
export type SortKey = Exclude<PeopleSort, `-${string}` | 'risk'>

const yesOrNo = ['all', 'true', 'false'] as const
const unseen = ['all', '7', '14', '30'] as const

export interface PeopleFilter {
  search: string
  atRisk: (typeof yesOrNo)[number]
  missing: (typeof yesOrNo)[number]
  unseen: (typeof unseen)[number]
  sort: PeopleSort
  page: number
}

export const readPeopleFilter = (search: URLSearchParams): PeopleFilter => ({
  search: search.get('search') ?? '',
  atRisk: parseEnum(yesOrNo, search.get('atRisk')),
  missing: parseEnum(yesOrNo, search.get('missing')),
  unseen: parseEnum(unseen, search.get('unseen')),
  sort: parseEnum(sorts, search.get('sort')),
  page: getPage(search),
})

export const noPeopleFilters = { search: null, atRisk: null, missing: null, unseen: null, page: null }

const isSet = (value: string): boolean => value !== 'all'
export const countPeopleFilters = ({ atRisk, missing, unseen }: PeopleFilter): number => [atRisk, missing, unseen].filter(isSet).length

/** Which students, for calls; without order and page. */
export const toPeopleQuery = ({ search, atRisk, missing, unseen }: PeopleFilter) => ({
  ...(search && { search }),
  ...(atRisk !== 'all' && { atRisk }),
  ...(missing !== 'all' && { missing }),
  ...(unseen !== 'all' && { unseenDays: unseen }),
})

/** Pressing a column head again reverses its order; a third press returns to those at risk first. Missing work starts with most. */
export function nextPeopleSort(sort: PeopleSort, key: SortKey): PeopleSort {
  const orders: PeopleSort[] = key === 'missing' ? ['-missing', 'missing'] : [key, `-${key}`]
  return [...orders, 'risk' as const][orders.indexOf(sort) + 1]!
}

const option = (value: string, label: string) => ({ value, label })
const all = option('all', 'All')

type Props = { filter: PeopleFilter; found: number | null; end: ReactNode }

export function PeopleFilters({ filter, found, end }: Props) {
  const [, change] = useSearch()
  const set = (key: 'atRisk' | 'missing' | 'unseen') => (value: string) => change({ [key]: value === 'all' ? null : value, page: null })
  return (
    <FilterBar
      search={
        <SearchField
          label="Name or email"
          value={filter.search}
          found={found}
          onChange={(search) => change({ search, page: null }, { replace: true })}
        />
      }
      count={countPeopleFilters(filter)}
      onClear={() => change(noPeopleFilters)}
      end={end}
    >
      <FilterMenu
        label="At risk"
        value={filter.atRisk}
        options={[all, option('true', 'At risk'), option('false', 'Not at risk')]}
        onChange={set('atRisk')}
      />
      <FilterMenu
        label="Missing work"
        value={filter.missing}
        options={[all, option('true', 'Some missing'), option('false', 'None missing')]}
        onChange={set('missing')}
      />
      <FilterMenu
        label="Last seen"
        value={filter.unseen}
        options={[all, option('7', 'Not for 7 days'), option('14', 'Not for 14 days'), option('30', 'Not for 30 days')]}
        onChange={set('unseen')}
      />
    </FilterBar>
  )
}
