/** The parts of a roster as tabs, each with its number. */
import { TabLinks } from '#ui/tab-links.tsx'
import { type RosterTab, tabs, tabWords } from './roster-filter.ts'

export type Counts = { all: number; toGrade: number; graded: number; late: number; missing: number }

export const countOf = (tab: RosterTab, counts: Counts): number => (tab === 'to-grade' ? counts.toGrade : counts[tab])

type Props = { tab: RosterTab; counts: Counts | undefined; to: (tab: RosterTab) => string }

export const RosterTabs = ({ tab, counts, to }: Props) => (
  <TabLinks
    label="Parts of the roster"
    current={tab}
    tabs={tabs.map((one) => ({ key: one, label: tabWords[one], count: counts && countOf(one, counts), to: to(one) }))}
  />
)
