/** Filter and sorting of the list of submissions, from the URL, and its tabs; grading goes through the same rows. */

import { getPage, parseEnum } from '#lib/search-params.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'

const submissionTabs = ['all', 'to-grade', 'graded', 'returned', 'not-submitted', 'missing', 'excused', 'before-joining'] as const
export type SubmissionTab = (typeof submissionTabs)[number]

const tabLabels: Record<SubmissionTab, string> = {
  all: 'All',
  'to-grade': 'To grade',
  graded: 'Graded',
  returned: 'Returned',
  'not-submitted': 'Not submitted',
  missing: 'Missing',
  excused: 'Excused',
  'before-joining': 'Before enrolment',
}

const sorts = ['name', '-name', 'state', '-state', 'submittedAt', '-submittedAt', 'marks', '-marks'] as const
export type SubmissionSort = (typeof sorts)[number]

const lateness = ['all', 'true', 'false'] as const

export type SubmissionFilter = { tab: SubmissionTab; late: (typeof lateness)[number]; search: string; sort: SubmissionSort; page: number }

/** Waiting work is graded in the order of submission. */
const firstSort = (tab: SubmissionTab): SubmissionSort => (tab === 'all' ? 'state' : tab === 'to-grade' ? 'submittedAt' : 'name')

export function readFilter(params: URLSearchParams): SubmissionFilter {
  const tab = parseEnum(submissionTabs, params.get('tab'))
  const sort = sorts.find((one) => one === params.get('sort')) ?? firstSort(tab)
  return { tab, late: parseEnum(lateness, params.get('late')), sort, search: params.get('search') ?? '', page: getPage(params) }
}

type Query = { status: SubmissionTab; late?: 'true' | 'false'; search?: string; sort: SubmissionSort }

export const toQuery = ({ tab, late, search, sort }: Omit<SubmissionFilter, 'page'>): Query => ({
  status: tab,
  sort,
  ...(late !== 'all' && { late }),
  ...(search && { search }),
})

/** For links: only what differs from the default. */
export function toSearchParams({ tab, late, search, sort }: Omit<SubmissionFilter, 'page'>): Record<string, string | undefined> {
  return { tab, late: late === 'all' ? undefined : late, search: search || undefined, sort: sort === firstSort(tab) ? undefined : sort }
}

/** Reverses the direction if the column is sorted already. */
export const nextSubmissionSort = (sort: SubmissionSort, column: 'name' | 'state' | 'submittedAt' | 'marks'): SubmissionSort =>
  sort === column ? `-${column}` : column

export type SubmissionCounts = Record<
  'all' | 'toGrade' | 'graded' | 'returned' | 'late' | 'notSubmitted' | 'missing' | 'excused' | 'beforeJoining',
  number
>

const countKeys = { 'to-grade': 'toGrade', 'not-submitted': 'notSubmitted', 'before-joining': 'beforeJoining' } as const

const getCount = (tab: SubmissionTab, counts: SubmissionCounts): number =>
  counts[tab in countKeys ? countKeys[tab as keyof typeof countKeys] : (tab as keyof SubmissionCounts)]

/** Most assignments have nobody in these. */
const rareTabs = new Set<SubmissionTab>(['excused', 'before-joining'])

type Props = {
  tab: SubmissionTab
  counts: SubmissionCounts | undefined
  /** The numbers are those of the whole roster: a search or another filter would contradict them. */
  isFiltered: boolean
  to: (tab: SubmissionTab) => string
}

/** The parts of a roster as tabs, each with its number. */
export const SubmissionTabs = ({ tab, counts, isFiltered, to }: Props) => (
  <NavTabs
    label="Submissions by state"
    current={tab}
    tabs={submissionTabs
      .filter((one) => !rareTabs.has(one) || one === tab || (counts && getCount(one, counts) > 0))
      .map((one) => ({ key: one, label: tabLabels[one], count: isFiltered ? undefined : counts && getCount(one, counts), to: to(one) }))}
  />
)
