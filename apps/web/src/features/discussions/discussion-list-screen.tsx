/** The discussions of a course. */

import { Button, Flex } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { discussionFilters } from '@lms/contract/discussions'
import { isApiProblem } from '#lib/api-errors.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery, useScreenPart } from '#lib/screen-queries.ts'
import { getPage, parseEnum, useLastPage, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCanIn } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconPlus } from '#ui/icons.ts'
import { ErrorPage } from '#ui/load-failed.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { discussionCountsQuery, discussionsQuery, useMarkAllRead } from './api.ts'
import { DiscussionRow } from './discussion-row.tsx'
import { formatAge } from './format.ts'
import { useReadingUndo } from './mark-all-read.ts'
import { leaveWalk } from './next-unread.ts'
import { useListShortcuts } from './use-thread.ts'
import classes from './discussion-row.module.css'

const plus = <IconPlus size={18} stroke={1.75} aria-hidden />

type Filter = (typeof discussionFilters)[number]
const tabFilters = { all: 'ALL', unanswered: 'UNANSWERED', unread: 'UNREAD', mine: 'MINE' } as const satisfies Record<string, Filter>
const tabs = ['all', 'unanswered', 'unread', 'mine'] as const
const tabLabels = { all: 'All', unanswered: 'Unanswered by staff', unread: 'Unread', mine: 'Mine' }

const limit = 20

const isRefused = (error: unknown): boolean => isApiProblem(error) && (error.status === 403 || error.status === 404)

export function DiscussionListScreen() {
  const { courseId = '' } = useParams()
  const [search, change] = useSearch()
  const words = search.get('search') ?? ''
  const tab = parseEnum(tabs, search.get('filter'))
  const page = getPage(search)
  const may = useCanIn()
  const navigate = useNavigate()
  const now = useServerNow(60_000)
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const counts = useQuery(useScreenPart(discussionCountsQuery({ params: { courseId } })))
  const list = useQuery({
    ...useScreenPart(
      discussionsQuery({
        params: { courseId },
        query: { page, limit, ...(words && { search: words }), ...(tab !== 'all' && { filter: tabFilters[tab] }) },
      }),
    ),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const markAllRead = useMarkAllRead({ onSaved: useReadingUndo() })
  useEffect(leaveWalk, [])
  const mayWrite = may('discussion.write', course)
  useListShortcuts({
    onNew: () => mayWrite && void navigate(paths.discussionNew.to({ courseId })),
    onUnread: () => change({ filter: tab === 'unread' ? null : 'unread' }),
  })
  if (isRefused(list.error) && !list.data) return <Refused list={list} />
  const start = mayWrite && (
    <Button component={Link} to={paths.discussionNew.to({ courseId })} leftSection={plus} title="C">
      New discussion
    </Button>
  )
  const shownAt = list.data?.shownAt
  const isForumEmpty = list.data?.total === 0 && words === '' && tab === 'all'
  const toTab = (key: (typeof tabs)[number]): string =>
    `?${new URLSearchParams({ ...(key !== 'all' && { filter: key }), ...(words && { search: words }) })}`
  const { all = list.data?.total, oldestUnansweredAt, ...rest }: Partial<NonNullable<typeof counts.data>> = counts.data ?? {}
  return (
    <PageOfCourse
      course={course}
      tab="discussion"
      title="Discussion"
      kind="thread"
      meta={
        <>
          <span role="status">{all === undefined ? '' : all === 1 ? '1 discussion' : `${all} discussions`}</span>
          {oldestUnansweredAt && <span>{`${rest.unanswered} unanswered by staff, oldest ${formatAge(oldestUnansweredAt, now)}`}</span>}
        </>
      }
      actions={!isForumEmpty && start}
    >
      <div>
        <NavTabs
          label="Filter"
          current={tab}
          tabs={tabs.map((key) => ({ key, label: tabLabels[key], count: key === 'all' ? all : rest[key], to: toTab(key) }))}
        />
        <Flex align="center" justify="space-between" wrap="wrap" gap={8} m="12px 0" role="search">
          <SearchField
            label="Search discussions and replies"
            value={words}
            found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
            onChange={(value) => change({ search: value, page: null }, { replace: true })}
          />
          <Button
            variant="subtle"
            size="sm"
            disabled={!rest.unread || !shownAt}
            loading={markAllRead.isPending}
            onClick={() => shownAt && markAllRead.mutate({ params: { courseId }, body: { until: shownAt } })}
          >
            Mark all as read
          </Button>
        </Flex>
        <QueryPart query={list} what="The discussions" loading={8}>
          {({ items, total }) =>
            total === 0 ? (
              <NoDiscussions words={words} tab={tab} start={start} onClear={() => change({ search: null, filter: null })} />
            ) : (
              <div data-discussions className={classes.list}>
                <Rows label="Discussions">
                  {items.map((item) => (
                    <DiscussionRow key={item.id} item={item} now={now} words={words} />
                  ))}
                </Rows>
                <Pagination page={page} limit={limit} total={total} label="Discussions" />
              </div>
            )
          }
        </QueryPart>
      </div>
    </PageOfCourse>
  )
}

type RefusedProps = { list: { error: unknown; isFetching: boolean; refetch: () => unknown } }

function Refused({ list }: RefusedProps) {
  const root = useCoursesBreadcrumb()
  return (
    <ErrorPage
      error={list.error}
      what="course"
      onRetry={() => void list.refetch()}
      isRetrying={list.isFetching}
      to={root.to}
      toLabel={`Go to ${root.label}`}
      help="An admin can add you to the course."
    />
  )
}

const nothingIn = {
  all: '',
  unanswered: 'Every question has an answer by staff',
  unread: 'You have read everything',
  mine: 'You have not written here yet',
}

function NoDiscussions({
  words,
  tab,
  start,
  onClear,
}: {
  words: string
  tab: (typeof tabs)[number]
  start: ReactNode
  onClear: () => void
}) {
  if (words === '' && tab === 'all')
    return (
      <EmptyState title="No discussions yet" action={start}>
        Questions and answers of this course appear here.
      </EmptyState>
    )
  const action = (
    <Button variant="default" onClick={onClear}>
      {words === '' ? 'Show all' : 'Clear the search'}
    </Button>
  )
  return <EmptyState isFramed={false} title={words === '' ? nothingIn[tab] : `Nothing matches “${words}”`} action={action} />
}
