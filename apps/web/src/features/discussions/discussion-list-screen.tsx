/** The discussions of a course. */

import { Badge, Button, Flex, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { discussionFilters } from '@lms/contract/discussions'
import { isolate } from '@lms/contract/rules/direction'
import { isApiProblem } from '#lib/api-errors.ts'
import { useCoursesBreadcrumb, useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery, useScreenPart } from '#lib/screen-queries.ts'
import { getPage, parseEnum, useLastPage, useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCanIn } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconCircleCheckFilled, IconClock, IconLock, IconPin, IconPlus } from '#ui/icons.ts'
import { ErrorPage } from '#ui/load-failed.tsx'
import { Marked } from '#ui/marked.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { discussionCountsQuery, discussionsQuery, useMarkAllRead } from './api.ts'
import { formatAge, formatNew, formatPostTime, formatReplies, formatTimeWithin, getAuthorBadge, getDisplayName } from './format.ts'
import { useListShortcuts } from './use-thread.ts'
import classes from './discussion-list-screen.module.css'

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const
const plus = <IconPlus size={18} stroke={1.75} aria-hidden />

type Filter = (typeof discussionFilters)[number]
const tabFilters = { all: 'ALL', unanswered: 'UNANSWERED', unread: 'UNREAD', mine: 'MINE' } as const satisfies Record<string, Filter>
const tabs = ['all', 'unanswered', 'unread', 'mine'] as const
const tabLabels = { all: 'All', unanswered: 'Unanswered by staff', unread: 'Unread', mine: 'Mine' }

type Item = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof discussionsQuery>['queryFn']>>>>['items'][number]

function Fact({ item, now }: { item: Item; now: number }) {
  // Posts by staff are not questions.
  if (item.author?.role !== 'STUDENT') return null
  if (item.answered)
    return (
      <span className={`${classes.fact} ${classes.answered}`}>
        <IconCircleCheckFilled size={16} aria-hidden /> Answered
      </span>
    )
  if (item.locked) return null
  return (
    <span className={`${classes.fact} ${classes.waiting}`}>
      <IconClock size={16} stroke={2} aria-hidden /> No answer for {formatAge(item.createdAt, now)}
    </span>
  )
}

function DiscussionRow({ item, now, words }: { item: Item; now: number; words: string }) {
  const { id, courseId, title, author, pinned, locked, commentCount, lastActivityAt, lastAuthor, newCount, unread, match } = item
  const tag = getAuthorBadge(author)
  const to = paths.discussion.to({ courseId, discussionId: id })
  const last =
    commentCount > 0
      ? `last ${formatTimeWithin(lastActivityAt, now)} by ${isolate(lastAuthor ?? 'a former member')}`
      : formatPostTime(lastActivityAt, now)
  return (
    <Row
      to={to}
      wraps
      glyph={<Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={36} />}
      name={
        <span className={classes.title}>
          <bdi className={unread ? classes.unread : ''}>
            <Marked text={title} search={words} />
          </bdi>
          {unread && <span className={classes.new}>{newCount > 0 ? formatNew(newCount) : 'New'}</span>}
          {pinned && (
            <Badge>
              <IconPin {...small} /> Pinned
            </Badge>
          )}
          {locked && (
            <Badge>
              <IconLock {...small} /> Locked
            </Badge>
          )}
        </span>
      }
      meta={`${isolate(getDisplayName(author))}${tag ? `, ${tag.toLowerCase()}` : ''} · ${formatReplies(commentCount)} · ${last}`}
      fact={<Fact item={item} now={now} />}
    >
      {match && (
        <Text variant="meta" className={classes.match}>
          <Link to={`${to}?comment=${match.commentId}`}>{match.author ?? 'Former member'}</Link>:{' '}
          <Marked text={match.excerpt} search={words} />
        </Text>
      )}
    </Row>
  )
}

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
  const markAllRead = useMarkAllRead({ onSaved: ({ unreadNotices }) => useNavBadges.setState({ notices: unreadNotices }) })
  const root = useCoursesBreadcrumb()
  const mayWrite = may('discussion.write', course)
  useListShortcuts({
    onNew: () => mayWrite && void navigate(paths.discussionNew.to({ courseId })),
    onUnread: () => change({ filter: tab === 'unread' ? null : 'unread' }),
  })
  if (isRefused(list.error) && !list.data) {
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
