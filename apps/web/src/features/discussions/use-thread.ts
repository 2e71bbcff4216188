/** The state of a thread (pages of comments in both directions, more replies, new posts) and its keyboard shortcuts. */

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ApiProblem } from '@lms/contract/client'
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { api } from '#lib/api.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { parseEnum, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { useMarkRead } from './api.ts'

export type ThreadParams = { courseId: string; discussionId: string }
type Page = Awaited<ReturnType<typeof api.discussions.listComments>>
type Param = { after?: string; before?: string; around?: string }

/** Comments per request. */
export const pageSize = 20

/** Where a thread is opened: at a comment, at what is new, at its end; else at its start. */
export type Place = Pick<Param, 'around'>

/** The page of the place; earlier and later ones are added to it. */
export const useComments = (params: ThreadParams, place: Place) =>
  useInfiniteQuery<Page, ApiProblem, InfiniteData<Page, Param>, unknown[], Param>({
    queryKey: ['discussions', 'thread', params.discussionId, place],
    queryFn: ({ pageParam, signal }) => api.discussions.listComments({ params, query: { limit: pageSize, ...pageParam } }, { signal }),
    initialPageParam: place,
    getNextPageParam: ({ next }) => (next ? { after: next } : null),
    getPreviousPageParam: ({ previous }) => (previous ? { before: previous } : null),
  })

/** The comment in the URL; older links have it in the hash. */
function useLinkedComment(): string | null {
  const [search] = useSearch()
  const { hash } = useLocation()
  return search.get('comment') ?? (hash.startsWith('#c-') ? hash.slice(3) : null)
}

/** The end of the thread that the URL asks for. */
const ends = ['none', 'first', 'last'] as const
export type End = (typeof ends)[number]

/** A long thread with something new is opened there, unless the URL says where. */
export function usePlace(newCount: number, commentCount: number) {
  const [search] = useSearch()
  const linkedId = useLinkedComment()
  const end = parseEnum(ends, search.get('at'))
  const [isOpenedAtNew] = useState(newCount > 0 && commentCount > pageSize)
  const place: Place =
    linkedId !== null
      ? { around: linkedId }
      : end === 'last'
        ? { around: 'LAST' }
        : end === 'none' && isOpenedAtNew
          ? { around: 'NEW' }
          : {}
  return { linkedId, end, place }
}

/** Once the end that was asked for is there, its outermost comment gets the focus. */
export function useGoToEnd(end: End, isLoaded: boolean): void {
  const gone = useRef<End>('none')
  useEffect(() => {
    if (!isLoaded || gone.current === end) return
    gone.current = end
    const all = document.querySelectorAll<HTMLElement>('[data-comment]')
    const target = end === 'none' ? undefined : all[end === 'first' ? 0 : all.length - 1]
    if (target) showElement(target)
  }, [end, isLoaded])
}

/** Further replies of a comment, starting at one of them; nothing until requested. */
export function useMoreReplies(params: ThreadParams, parentId: string, direction: 'after' | 'before', from: string | null) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery<Page, ApiProblem, InfiniteData<Page, Param>, unknown[], Param>({
    queryKey: ['discussions', 'replies', parentId, direction, from],
    queryFn: ({ pageParam, signal }) =>
      api.discussions.listComments({ params, query: { limit: pageSize, parentId, ...pageParam } }, { signal }),
    enabled: isOpen && from !== null,
    initialPageParam: { [direction]: from ?? '' },
    getNextPageParam: ({ next, previous }) =>
      direction === 'after' ? (next ? { after: next } : null) : previous ? { before: previous } : null,
  })
  const pages = isOpen ? (query.data?.pages ?? []) : []
  return {
    replies: (direction === 'after' ? pages : pages.toReversed()).flatMap(({ items }): Reply[] => items),
    hasMore: isOpen && query.data ? query.hasNextPage : from !== null,
    isLoading: isOpen && query.isFetching,
    isError: isOpen && query.isError,
    load: (): void => {
      if (!isOpen) setOpen(true)
      else if (query.isError && !query.data) void query.refetch()
      else void query.fetchNextPage()
    },
  }
}

const readAfterMs = 2000

type LoadedList = { data: unknown; dataUpdatedAt: number; hasNextPage: boolean; hasPreviousPage: boolean }

/**
 * How far everything new has been on the screen: the time of the latest comment before the first that has not. `edge` is the time of the
 * last loaded comment if there are more.
 */
function findReadUntil(seen: ReadonlySet<string>, edge: string | undefined, activity: string): string {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-at]')]
  const at = (element: HTMLElement | undefined): string => element?.dataset['at'] ?? ''
  const unseen = shown.filter(({ dataset }) => dataset['new'] && !seen.has(dataset['comment'] ?? '')).map(at)
  // Hidden replies are later than what is above them in their thread.
  const folded = [...document.querySelectorAll('[data-root] [data-hides-new]')].map((fold) => {
    const inThread = shown.filter((element) => element.closest('[data-root]') === fold.closest('[data-root]'))
    return at(inThread.findLast((element) => element.compareDocumentPosition(fold) & Node.DOCUMENT_POSITION_FOLLOWING))
  })
  const most = edge === undefined ? folded : [...folded, edge]
  if (unseen.length === 0 && most.length === 0) return activity
  const read = shown.map(at).filter((time) => unseen.every((first) => time < first) && most.every((last) => time <= last))
  return read.reduce((latest, time) => (time > latest ? time : latest), '')
}

/**
 * Posts that were new when the page was opened stay marked until it is left. After two seconds, the server stores for all devices how
 * far they have been on the screen.
 */
export function useReading(discussion: Discussion, comments: readonly Comment[], list: LoadedList) {
  const me = useSession((session) => session.user?.id)
  const [since] = useState(discussion.readUntil)
  const { mutate, isSuccess: isSaved } = useMarkRead({ onSaved: ({ unreadNotices }) => useNavBadges.setState({ notices: unreadNotices }) })
  // Such as one about a mention that was added to a post that was read before.
  const hasNotices = useNavBadges(({ notices = 0 }) => notices > 0)
  const marked = useRef('')
  const seen = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { id: discussionId, courseId, lastActivityAt } = discussion
  // Posts that came after the list was loaded are not shown yet.
  const [known, setKnown] = useState({ at: 0, activity: '' })
  if (known.at !== list.dataUpdatedAt) setKnown({ at: list.dataUpdatedAt, activity: lastActivityAt })
  // After following a link to a late comment, new ones before it have not been shown either.
  const hasEarlierNew = list.hasPreviousPage && (comments[0]?.createdAt ?? '') > since
  const isKnown = list.data !== null && !hasEarlierNew
  const edge = list.hasNextPage ? (comments.at(-1)?.createdAt ?? '') : undefined
  const save = (): void => {
    const until = isKnown ? findReadUntil(seen.current, edge, known.activity) : ''
    if (until <= marked.current || (until <= since && !hasNotices)) return
    marked.current = until
    mutate({ params: { courseId, discussionId }, body: { until } })
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const [saveSoon] = useState(() => () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), readAfterMs)
  })
  useEffect(() => {
    saveSoon()
    return () => clearTimeout(timer.current)
  }, [isKnown, edge, known.activity, hasNotices, saveSoon])
  // For readers who go on to the next discussion sooner than that.
  const [saveNow] = useState(() => () => latest.current())
  const [onSeen] = useState(() => (id: string): void => {
    seen.current.add(id)
    saveSoon()
  })
  const isNew = useCallback(
    ({ createdAt, author, deleted }: Reply): boolean => !deleted && createdAt > since && author?.id !== me,
    [since, me],
  )
  return { since, isNew, onSeen, saveNow, isSaved }
}

/** The same functions for ever, which call those of the last render, so that what gets them need not be drawn again. */
export function useSteady<T extends object>(functions: T): T {
  const latest = useRef(functions)
  useEffect(() => {
    latest.current = functions
  })
  const names = Object.keys(functions)
    .filter((name) => functions[name as keyof T] !== undefined)
    .join(' ')
  return useMemo(() => {
    const call =
      (name: string) =>
      (...values: unknown[]): unknown =>
        (latest.current[name as keyof T] as (...values: unknown[]) => unknown)(...values)
    return Object.fromEntries(names.split(' ').map((name) => [name, call(name)])) as T
  }, [names])
}

/** For the element of a new comment: reports that it was on the screen. */
export function useSeen(id: string, isNew: boolean, onSeen: (id: string) => void) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNew || !element.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      onSeen(id)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [id, isNew, onSeen])
  return element
}

const current = (selector: string): HTMLElement | null => document.activeElement?.closest<HTMLElement>(selector) ?? null

const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null

export function showElement(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

function step(selector: string, by: 1 | -1): void {
  if (isDialogOpen()) return
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const at = all.indexOf(current(selector) ?? document.body)
  const next = at < 0 ? all[by === 1 ? 0 : all.length - 1] : all[at + by]
  if (next) showElement(next)
}

const findNew = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-new]')]
/** The next thing that is new after the focus: a comment, or the button that opens a branch with new replies. */
function findNextNew(): HTMLElement | undefined {
  const focus = document.activeElement
  return findNew().find(
    (element) => !focus || focus === document.body || Boolean(focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
  )
}
function open(news: HTMLElement): void {
  showElement(news)
  if (news instanceof HTMLButtonElement) news.click()
}

/** After the last one comes the first again. */
export function goToNextNew(): void {
  const next = findNextNew() ?? findNew()[0]
  if (next) open(next)
}

export const showFirstNew = (): void => findNew()[0]?.scrollIntoView({ block: 'center' })

type ThreadKeys = {
  onReply: (commentId: string) => void
  /** After the last new comment; without it, the first again. */
  onNext: (() => void) | undefined
  backTo: string
}

/** j and k move, r replies, n goes to the next new comment and then to the next unread discussion, u back to the list. */
export function useThreadShortcuts({ onReply, onNext, backTo }: ThreadKeys): void {
  const navigate = useNavigate()
  const goOn = (): void => {
    const next = findNextNew()
    if (next) open(next)
    else (onNext ?? goToNextNew)()
  }
  useShortcuts({
    j: () => step('[data-comment]', 1),
    k: () => step('[data-comment]', -1),
    n: () => !isDialogOpen() && goOn(),
    u: () => !isDialogOpen() && void navigate(backTo),
    r: () => {
      const id = current('[data-comment]')?.dataset['comment']
      if (id && !isDialogOpen()) onReply(id)
    },
  })
}

type ListKeys = { onNew?: () => void; onNext?: () => void; onUnread: () => void }

/** j and k move, Enter opens, c starts a discussion, n goes to the next unread one, u shows unread ones. */
export function useListShortcuts({ onNew, onNext, onUnread }: ListKeys): void {
  useShortcuts({
    j: () => step('[data-discussions] li a', 1),
    k: () => step('[data-discussions] li a', -1),
    ...(onNew && { c: onNew }),
    ...(onNext && { n: onNext }),
    u: onUnread,
  })
}
