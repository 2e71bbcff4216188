/** The delivery of an email to each user, in tabs; failed ones can be retried. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CourseEmail, Delivery } from '@lms/contract/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import { getPage, useSearch, withParams } from '#lib/search-params.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Cell, type Column, DataRow, DataTable, NameCell } from '#ui/data-table.tsx'
import { IconMailOff, IconRefresh } from '#ui/icons.ts'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { deliveriesQuery, useRetry } from './api.ts'
import { courseTime, leftOutLabels } from './format.ts'
import classes from './emails.module.css'

const limit = 50
const tabs = ['ALL', 'FAILED', 'QUEUED', 'SENT', 'LEFT_OUT'] as const
const tabLabels = { ALL: 'All', FAILED: 'Failed', QUEUED: 'Queued', SENT: 'Sent', LEFT_OUT: 'Left out' } as const

export function Retry({
  courseId,
  id,
  label,
  userId,
  name,
}: {
  courseId: string
  id: string
  label: string
  userId?: string
  name?: string
}) {
  const retry = useRetry()
  return (
    <Button
      variant="default"
      size={userId ? 'compact-sm' : 'sm'}
      loading={retry.isPending}
      {...(name && { 'aria-label': `Retry for ${isolate(name)}` })}
      {...(!userId && { leftSection: <IconRefresh size={16} stroke={1.75} aria-hidden /> })}
      onClick={() => retry.mutate({ params: { courseId, id }, body: userId ? { userIds: [userId] } : {} })}
    >
      {label}
    </Button>
  )
}

const delays = {
  NO_SERVER: 'Email is not set up.',
  SETTINGS: 'Waiting for the mail server',
  SERVER: 'Waiting for the mail server',
  RECIPIENT: 'The recipient’s server was busy.',
} as const

function getDetails(
  { state, reason, delayedBy, nextAttemptAt, sentAt, answer }: Delivery,
  timeZone: string,
): [words: string, caption: string | null] {
  if (state === 'SENT') return [sentAt ? courseTime(sentAt, timeZone) : '', null]
  if (state === 'LEFT_OUT') return [reason ? `Not sent: ${leftOutLabels[reason]}` : 'Not sent', null]
  if (state === 'FAILED') return ['Not delivered', answer]
  const next = nextAttemptAt && delayedBy ? ` Next attempt ${courseTime(nextAttemptAt, timeZone)}` : ''
  return [delayedBy ? `${delays[delayedBy]}${next}` : 'Waiting to be sent', answer]
}

function StateMark({ state }: { state: Delivery['state'] }) {
  return (
    <span className={`${classes.state} ${state === 'FAILED' ? classes.bad : ''}`}>
      {state === 'LEFT_OUT' ? (
        <IconMailOff size={16} stroke={1.75} aria-hidden />
      ) : (
        <StatusIcon name={state === 'FAILED' ? 'missing' : state === 'QUEUED' ? 'not-started' : 'done'} size={16} />
      )}
      {tabLabels[state]}
    </span>
  )
}

type Props = { courseId: string; id: string; timeZone: string }

export function Deliveries(props: Props) {
  const { courseId, id } = props
  const [search] = useSearch()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'ALL'
  const page = getPage(search, 'people')
  const list = useQuery({
    ...deliveriesQuery({ params: { courseId, id }, query: { page, limit, ...(tab !== 'ALL' && { state: tab }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.counts.queued > 0 ? 3000 : false),
  })
  return (
    <QueryPart query={list} what="The deliveries" loading={6}>
      {({ counts, items, total }) => (
        <>
          <StateTabs id={id} tab={tab} counts={counts} />
          {items.length === 0 ? <p className={classes.nobody}>Nobody in this state.</p> : <DeliveryRows {...props} items={items} />}
          <Pagination page={page} limit={limit} total={total} label="Deliveries" name="people" />
        </>
      )}
    </QueryPart>
  )
}

function StateTabs({ id, tab, counts }: { id: string; tab: (typeof tabs)[number]; counts: CourseEmail['counts'] }) {
  const [search] = useSearch()
  const numbers = {
    ALL: counts.failed + counts.queued + counts.sent + counts.leftOut,
    FAILED: counts.failed,
    QUEUED: counts.queued,
    SENT: counts.sent,
    LEFT_OUT: counts.leftOut,
  }
  return (
    <NavTabs
      label="Deliveries by state"
      current={tab}
      tabs={tabs.map((key) => ({
        key,
        label: tabLabels[key],
        count: numbers[key],
        to: `?${withParams(search, { email: id, tab: key, people: null, page: search.get('page') })}`,
      }))}
    />
  )
}

const columns: Column[] = [
  { key: 'name', label: 'Name' },
  { key: 'state', label: 'Delivery', width: '18%' },
  { key: 'details', label: 'Details', width: '34%' },
  { key: 'retry', label: 'Retry', isLabelHidden: true },
]

/** Rows on phones, elsewhere a table. */
function DeliveryRows({ courseId, id, timeZone, items }: Props & { items: readonly Delivery[] }) {
  const isPhone = useIsPhone()
  const shown = items.map((delivery) => {
    const { person, state } = delivery
    const [words, caption] = getDetails(delivery, timeZone)
    return {
      person,
      words,
      caption,
      avatar: <Avatar id={person.id} name={person.name} src={person.profileImageUrl} />,
      mark: <StateMark state={state} />,
      retry: state === 'FAILED' && <Retry courseId={courseId} id={id} label="Retry" userId={person.id} name={person.name} />,
    }
  })
  if (isPhone)
    return (
      <Rows label="Deliveries">
        {shown.map(({ person, words, caption, avatar, mark, retry }) => (
          <Row key={person.id} glyph={avatar} name={person.name} meta={person.email} {...(retry && { controls: retry })}>
            {mark}
            <span className={classes.caption}>{[words, caption].filter(Boolean).join(' ')}</span>
          </Row>
        ))}
      </Rows>
    )
  return (
    <DataTable label="Deliveries" columns={columns}>
      {shown.map(({ person, words, caption, avatar, mark, retry }) => (
        <DataRow key={person.id}>
          <NameCell name={person.name} meta={person.email} picture={avatar} />
          <Cell>{mark}</Cell>
          <Cell>
            {words}
            {caption && <span className={classes.caption}>{caption}</span>}
          </Cell>
          <Cell>{retry}</Cell>
        </DataRow>
      ))}
    </DataTable>
  )
}
