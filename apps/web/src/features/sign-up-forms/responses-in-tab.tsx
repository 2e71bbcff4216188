/** The responses of one tab: the tabs, the filters, and a page of rows to decide about. */

import { Box } from '@mantine/core'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { EmptyState } from '#ui/empty-state.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { responseStatusLabels } from './labels.ts'
import { ResponseChoice, type useDecide } from './response-choice.tsx'
import { ResponseFilters } from './response-filters.tsx'
import type { ResponseList, ResponseTab } from './response-table.tsx'

const countKeys = {
  PENDING: 'review',
  APPROVED: 'enrolled',
  WAITLISTED: 'waitlisted',
  REJECTED: 'declined',
  LEFT: 'left',
  ALL: 'all',
} as const

const emptyTexts: Record<ResponseTab, string> = {
  PENDING: 'No responses to review.',
  APPROVED: 'Nobody is enrolled through this form yet.',
  WAITLISTED: 'Nobody is on the waiting list.',
  REJECTED: 'Nobody was declined.',
  LEFT: 'Nobody has left the course.',
  ALL: 'No responses yet.',
}

type Props = {
  courseId: string
  questions: readonly FormQuestion[]
  responses: ResponseList
  seatsLeft: number | null
  decide: ReturnType<typeof useDecide>
}

export function ResponsesInTab({ courseId, questions, responses, seatsLeft, decide }: Props) {
  const { list, tab, total, isFiltered } = responses
  return (
    <Box miw={0}>
      <ResponseTabs responses={responses} />
      <ResponseFilters questions={questions} responses={responses} />
      <QueryPart query={list} what="The responses" loading={null}>
        {({ items }) =>
          total === 0 ? (
            <EmptyState isFramed={!isFiltered && tab === 'ALL'} title={isFiltered ? 'No response matches' : emptyTexts[tab]}>
              {isFiltered ? 'Try another filter.' : 'Students find the form on the details page of the course.'}
            </EmptyState>
          ) : (
            <>
              <ResponseChoice
                courseId={courseId}
                items={items}
                questions={questions}
                responses={responses}
                seatsLeft={seatsLeft}
                decide={decide}
              />
              <Pagination page={responses.page} limit={responses.limit} total={total} label="Responses" />
            </>
          )
        }
      </QueryPart>
    </Box>
  )
}

function ResponseTabs({ responses }: { responses: ResponseList }) {
  const { list, tab, isFiltered } = responses
  const counts = list.data?.counts
  const tabs = responses.tabsWith(counts).map((key) => ({
    key,
    label: key === 'ALL' ? 'All' : responseStatusLabels[key],
    // Of all responses: a search or a filter would contradict them.
    count: isFiltered ? undefined : counts?.[countKeys[key]],
    to: responses.toTab(key),
  }))
  return <NavTabs label="Responses by state" current={tab} tabs={tabs} />
}
