/** Which part of the roster is shown, as the address carries it; grading walks through the same part. */
import { parseEnum, pageOf } from '#lib/search-params.ts'

export const tabs = ['to-grade', 'graded', 'late', 'missing', 'all'] as const
export type SubmissionTab = (typeof tabs)[number]

export const tabLabels: Record<SubmissionTab, string> = {
  'to-grade': 'Needs grading',
  graded: 'Graded',
  late: 'Late',
  missing: 'Missing',
  all: 'All',
}

const sorts = ['name', '-name', 'submittedAt', '-submittedAt', 'marks', '-marks'] as const
export type SubmissionSort = (typeof sorts)[number]

export type SubmissionFilter = { tab: SubmissionTab; search: string; sort: SubmissionSort; page: number }

/** What waits is graded in the order in which it came. */
const firstSort = (tab: SubmissionTab): SubmissionSort => (tab === 'to-grade' ? 'submittedAt' : 'name')

export function readFilter(params: URLSearchParams): SubmissionFilter {
  const tab = parseEnum(tabs, params.get('tab'))
  const sort = sorts.find((one) => one === params.get('sort')) ?? firstSort(tab)
  return { tab, sort, search: params.get('search') ?? '', page: pageOf(params) }
}

type Query = { status?: 'all' | 'to-grade' | 'graded' | 'missing'; late?: 'true'; search?: string; sort: SubmissionSort }

export function toQuery({ tab, search, sort }: Omit<SubmissionFilter, 'page'>): Query {
  const part: Pick<Query, 'status' | 'late'> = tab === 'late' ? { late: 'true' } : { status: tab }
  return { ...part, sort, ...(search && { search }) }
}

/** For links: only what differs from the start. */
export function toSearchParams({ tab, search, sort }: Omit<SubmissionFilter, 'page'>): Record<string, string | undefined> {
  return { tab, search: search || undefined, sort: sort === firstSort(tab) ? undefined : sort }
}

/** The other direction where the column is sorted already. */
export const nextSort = (sort: SubmissionSort, column: 'name' | 'submittedAt' | 'marks'): SubmissionSort =>
  sort === column ? `-${column}` : column
