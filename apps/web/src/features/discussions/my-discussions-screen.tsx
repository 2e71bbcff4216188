/** The discussions of all courses: what waits for an answer, what is unread, and the rest. */

import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { discussionFilters } from '@lms/contract/discussions'
import { discussionGroups, type MyDiscussion } from '@lms/contract/my-discussions'
import { isStudentRole } from '@lms/contract/policy'
import { formatDayAndTime } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useScreenPart } from '#lib/screen-queries.ts'
import { getPage, parseEnum, useLastPage, useSearch, withParams } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { FormerRows } from '#ui/former-rows.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { RowGroup, Rows } from '#ui/row.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { myDiscussionsQuery, useMarkMyDiscussionsRead } from './api.ts'
import { DiscussionRow } from './discussion-row.tsx'
import { formatAge } from './format.ts'
import { useReadingUndo } from './mark-all-read.ts'
import { NextUnreadButton } from './next-unread-bar.tsx'
import { useDiscussionsBadge, useNextUnread, useWalk } from './next-unread.ts'
import { showElement, useListShortcuts } from './use-thread.ts'
import classes from './discussion-row.module.css'

type Filter = (typeof discussionFilters)[number]
const tabFilters = { all: 'ALL', unanswered: 'UNANSWERED', unread: 'UNREAD', mine: 'MINE' } as const satisfies Record<string, Filter>
const tabs = ['all', 'unanswered', 'unread', 'mine'] as const
type Tab = (typeof tabs)[number]
const tabLabels = { all: 'All', unanswered: 'Unanswered by staff', unread: 'Unread', mine: 'Mine' }
const sorts = ['waiting', 'latest'] as const
const limit = 20

/** Filters in the address, and the list that they ask for. */
function useList() {
  const [search, change] = useSearch()
  const words = search.get('search') ?? ''
  const tab = parseEnum(tabs, search.get('filter'))
  const sort = parseEnum(sorts, search.get('sort'))
  const course = search.get('course') ?? 'all'
  const page = getPage(search)
  const list = useQuery({
    ...useScreenPart(
      myDiscussionsQuery({
        query: {
          page,
          limit,
          ...(words && { search: words }),
          ...(tab !== 'all' && { filter: tabFilters[tab] }),
          ...(course !== 'all' && { courseId: course }),
          ...(sort === 'latest' && { sort: 'LATEST' }),
        },
      }),
    ),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const toTab = (key: Tab): string => `?${withParams(search, { filter: key === 'all' ? null : key, page: null })}`
  return { list, filter: { words, tab, sort, course, page }, change, toTab }
}
type List = ReturnType<typeof useList>
type Data = NonNullable<List['list']['data']>

/** The way back leads to these filters; the discussion that was opened last from here has the focus. */
function useReturn(isLoaded: boolean): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const opened = useWalk.getState().visited.at(-1)
    if (!isLoaded) return
    const link = opened === undefined ? null : document.querySelector<HTMLElement>(`[data-discussions] a[href$="${opened}"]`)
    if (link) showElement(link)
    useWalk.setState({ visited: [], answered: [], arriving: null })
  }, [isLoaded])
  useEffect(() => useWalk.setState({ list: pathname + search }), [pathname, search])
}

export function MyDiscussionsScreen() {
  const view = useList()
  const { list, filter, change, toTab } = view
  const { data } = list
  const isStudent = useSession(({ user }) => isStudentRole(user?.role))
  const now = useServerNow(60_000)
  const { goToNext, isOpening } = useNextUnread({ currentId: null, isWanted: false, onNone: () => void notify.info('Nothing unread.') })
  useDiscussionsBadge(filter.course === 'all' ? data?.counts : undefined)
  useReturn(data !== undefined)
  useListShortcuts({ onNext: goToNext, onUnread: () => change({ filter: filter.tab === 'unread' ? null : 'unread' }) })
  return (
    <Page
      title="Discussions"
      kind="thread"
      meta={data && <Facts data={data} isStudent={isStudent} now={now} />}
      actions={data && data.counts.unread > 0 && <NextUnreadButton isLoading={isOpening} onClick={goToNext} />}
    >
      <div>
        <NavTabs
          label="Filter"
          current={filter.tab}
          tabs={tabs.map((key) => ({ key, label: tabLabels[key], count: data?.counts[key], to: toTab(key) }))}
        />
        <Filters view={view} isStudent={isStudent} />
        <FormerRows isFormer={list.isPlaceholderData}>
          <QueryPart query={list} what="The discussions" loading={8}>
            {({ items, total, counts }) =>
              total === 0 ? (
                <NoDiscussions filter={filter} onClear={() => change({ search: null, filter: null, course: null })} />
              ) : (
                <div data-discussions className={classes.list}>
                  <Groups items={items} counts={counts} filter={filter} now={now} />
                  <Pagination page={filter.page} limit={limit} total={total} label="Discussions" />
                </div>
              )
            }
          </QueryPart>
        </FormerRows>
      </div>
    </Page>
  )
}

function Facts({ data: { counts, courses }, isStudent, now }: { data: Data; isStudent: boolean; now: number }) {
  const { unanswered, oldestUnansweredAt, unread, newSince } = counts
  return (
    <>
      <span>{pluralize(courses.length, 'course')}</span>
      {!isStudent && oldestUnansweredAt && <span>{`${unanswered} unanswered by staff, oldest ${formatAge(oldestUnansweredAt, now)}`}</span>}
      {newSince && <span>{`${unread} unread since ${formatDayAndTime(newSince)}`}</span>}
    </>
  )
}

function Filters({ view: { list, filter, change }, isStudent }: { view: List; isStudent: boolean }) {
  const markAllRead = useMarkMyDiscussionsRead({ onSaved: useReadingUndo() })
  const { courses = [], shownAt, counts } = list.data ?? {}
  const { words, course, sort } = filter
  const mark = (until: string): void => markAllRead.mutate({ body: { until, ...(course !== 'all' && { courseId: course }) } })
  const button = (
    <Button
      variant="subtle"
      size="sm"
      disabled={!counts?.unread || !shownAt}
      loading={markAllRead.isPending}
      onClick={() => shownAt && mark(shownAt)}
    >
      Mark all as read
    </Button>
  )
  const search = (
    <SearchField
      label="Search discussions and replies"
      value={words}
      found={list.isPlaceholderData ? null : (list.data?.total ?? null)}
      onChange={(value) => change({ search: value, page: null }, { replace: true })}
    />
  )
  return (
    <div className={classes.filters}>
      <FilterBar search={search} count={Number(course !== 'all')} onClear={() => change({ course: null })} end={button}>
        {courses.length > 1 && (
          <FilterMenu
            label="Course"
            value={course}
            options={[{ value: 'all', label: `All ${courses.length}` }, ...courses.map(({ id, title }) => ({ value: id, label: title }))]}
            onChange={(value) => change({ course: value === 'all' ? null : value })}
          />
        )}
        <FilterMenu
          label="Sort"
          value={sort}
          off="waiting"
          options={[
            { value: 'waiting', label: isStudent ? 'Unread first' : 'Unanswered first' },
            { value: 'latest', label: 'Latest activity' },
          ]}
          onChange={(value) => change({ sort: value === 'waiting' ? null : value })}
        />
      </FilterBar>
    </div>
  )
}

const groupTitles = { UNANSWERED: 'Unanswered by staff', UNREAD: 'Unread', READ: 'Read' }

type GroupsProps = { items: readonly MyDiscussion[]; counts: Data['counts']; filter: List['filter']; now: number }

/** Below a heading for each group, unless the list has only one of them, or another order. */
function Groups({ items, counts, filter: { tab, sort, words }, now }: GroupsProps) {
  const toRow = (item: MyDiscussion) => <DiscussionRow key={item.id} item={item} now={now} words={words} course={item.courseTitle} />
  if (sort === 'latest' || tab === 'unanswered' || tab === 'unread') return <Rows label="Discussions">{items.map(toRow)}</Rows>
  const isWhole = tab === 'all' && words === ''
  return discussionGroups
    .map((group) => ({ group, of: items.filter((item) => item.group === group) }))
    .filter(({ of }) => of.length > 0)
    .map(({ group, of }) => (
      <RowGroup key={group} level={2} title={isWhole ? `${groupTitles[group]} ${counts.groups[group]}` : groupTitles[group]}>
        {of.map(toRow)}
      </RowGroup>
    ))
}

const nothingIn = {
  all: 'No discussions yet.',
  unanswered: 'Every question has an answer by staff.',
  unread: 'Nothing unread.',
  mine: 'You have not written here yet.',
}

function NoDiscussions({ filter: { words, tab, course }, onClear }: { filter: List['filter']; onClear: () => void }): ReactNode {
  const isSearch = words !== '' || course !== 'all'
  const isEmpty = !isSearch && tab === 'all'
  const action = !isEmpty && (
    <Button variant="default" onClick={onClear}>
      {isSearch ? 'Clear filters' : 'Show all'}
    </Button>
  )
  return (
    <EmptyState isFramed={isEmpty} title={isSearch ? 'No discussion matches.' : nothingIn[tab]} action={action}>
      {isEmpty && 'Questions and answers of your courses appear here.'}
    </EmptyState>
  )
}
