/** The parts of a roster as tabs, each with its number. */
import { NavTabs } from '#ui/nav-tabs.tsx'
import { type SubmissionTab, submissionTabs, tabLabels } from './submission-filter.ts'

export type SubmissionCounts = Record<'all' | 'toGrade' | 'graded' | 'returned' | 'late' | 'notSubmitted' | 'missing' | 'excused', number>

const getCount = (tab: SubmissionTab, counts: SubmissionCounts): number =>
  tab === 'to-grade' ? counts.toGrade : tab === 'not-submitted' ? counts.notSubmitted : counts[tab]

type Props = { tab: SubmissionTab; counts: SubmissionCounts | undefined; to: (tab: SubmissionTab) => string }

export const SubmissionTabs = ({ tab, counts, to }: Props) => (
  <NavTabs
    label="Submissions by state"
    current={tab}
    tabs={submissionTabs
      .filter((one) => one !== 'excused' || one === tab || (counts?.excused ?? 0) > 0)
      .map((one) => ({ key: one, label: tabLabels[one], count: counts && getCount(one, counts), to: to(one) }))}
  />
)
