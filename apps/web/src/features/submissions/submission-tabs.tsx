/** The parts of a roster as tabs, each with its number. */
import { NavTabs } from '#ui/nav-tabs.tsx'
import { type SubmissionTab, tabs, tabLabels } from './submission-filter.ts'

export type Counts = { all: number; toGrade: number; graded: number; late: number; missing: number }

export const countOf = (tab: SubmissionTab, counts: Counts): number => (tab === 'to-grade' ? counts.toGrade : counts[tab])

type Props = { tab: SubmissionTab; counts: Counts | undefined; to: (tab: SubmissionTab) => string }

export const SubmissionTabs = ({ tab, counts, to }: Props) => (
  <NavTabs
    label="Parts of the roster"
    current={tab}
    tabs={tabs.map((one) => ({ key: one, label: tabLabels[one], count: counts && countOf(one, counts), to: to(one) }))}
  />
)
