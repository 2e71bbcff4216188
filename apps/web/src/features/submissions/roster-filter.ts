/** Which part of the roster is shown, as the address carries it; grading walks through the same part. */
import { oneOf, pageOf } from '#lib/search-params.ts'

export const tabs = ['to-grade', 'graded', 'late', 'missing', 'all'] as const
export type RosterTab = (typeof tabs)[number]

export const tabWords: Record<RosterTab, string> = {
  'to-grade': 'Needs grading',
  graded: 'Graded',
  late: 'Late',
  missing: 'Missing',
  all: 'All',
}

const sorts = ['name', '-name', 'submittedAt', '-submittedAt', 'marks', '-marks'] as const
export type RosterSort = (typeof sorts)[number]

export type RosterFilter = { tab: RosterTab; search: string; sort: RosterSort; page: number }

/** What waits is graded in the order in which it came. */
const firstSort = (tab: RosterTab): RosterSort => (tab === 'to-grade' ? 'submittedAt' : 'name')

export function readFilter(params: URLSearchParams): RosterFilter {
  const tab = oneOf(tabs, params.get('tab'))
  const sort = sorts.find((one) => one === params.get('sort')) ?? firstSort(tab)
  return { tab, sort, search: params.get('search') ?? '', page: pageOf(params) }
}

type Query = { status?: 'all' | 'to-grade' | 'graded' | 'missing'; late?: 'true'; search?: string; sort: RosterSort }

export function queryOf({ tab, search, sort }: Omit<RosterFilter, 'page'>): Query {
  const part: Pick<Query, 'status' | 'late'> = tab === 'late' ? { late: 'true' } : { status: tab }
  return { ...part, sort, ...(search && { search }) }
}

/** For links: only what differs from the start. */
export function searchOf({ tab, search, sort }: Omit<RosterFilter, 'page'>): Record<string, string | undefined> {
  return { tab, search: search || undefined, sort: sort === firstSort(tab) ? undefined : sort }
}

/** The other direction where the column is sorted already. */
export const nextSort = (sort: RosterSort, column: 'name' | 'submittedAt' | 'marks'): RosterSort =>
  sort === column ? `-${column}` : column
