/** The comments of a discussion by pages, and the composer at their foot. */
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { toLoadError } from '#lib/load-error.ts'
import { pageOf, useSearch } from '#lib/search-params.ts'
import { useSession } from '#lib/session.ts'
import { useLastPage } from '#lib/use-last-page.ts'
import { getCommentAnchor } from './comment-item.tsx'
import { CommentThread } from './comment-thread.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { useLastVisit } from './last-visit.ts'
import { commentsQuery } from './api.ts'
import { getDisplayName, formatSince } from './format.ts'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { RefetchIndicator } from '#ui/refetch-indicator.tsx'
import { Section } from '#ui/row.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import classes from './replies.module.css'
import { useThreadShortcuts } from './use-thread-shortcuts.ts'

const limit = 20

type Props = {
  discussion: Discussion
  now: number
  mayWrite: boolean
  mayDelete: (comment: Reply) => boolean
  onDelete: (comment: Reply) => void
}

/** A link to one comment leads to it, also when it was made a moment ago. */
function useScrollToAnchor(comments: readonly Comment[]): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!hash.startsWith('#c-')) return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [hash, comments])
}

function useNewComments(discussion: Discussion, comments: readonly Comment[], now: number) {
  const me = useSession((session) => session.user?.id)
  const lastVisit = useLastVisit(discussion.id)
  const fresh = comments
    .flatMap((comment): Reply[] => [comment, ...comment.replies])
    .filter(({ createdAt, author, deleted }) => lastVisit !== null && createdAt > lastVisit && author?.id !== me && !deleted)
    .map(({ id }) => id)
  return {
    isNew: (id: string) => fresh.includes(id),
    firstNew: fresh[0] ?? null,
    words: lastVisit && fresh.length > 0 ? `${fresh.length} new since ${formatSince(lastVisit, now)}` : null,
  }
}

function copyLink(page: number, id: string): void {
  const { origin, pathname } = window.location
  void copyToClipboard(`${origin}${pathname}?page=${page}#${getCommentAnchor(id)}`, 'Link copied')
}

export function Replies({ discussion, now, mayWrite, mayDelete, onDelete }: Props) {
  const { id: discussionId, courseId, commentCount, locked } = discussion
  const [search, change] = useSearch()
  const page = pageOf(search)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const composer = useRef<ComposerHandle>(null)
  const list = useQuery({
    ...commentsQuery({ params: { courseId, discussionId }, query: { page, limit } }),
    placeholderData: keepPreviousData,
  })
  useLastPage(list, (last) => change({ page: last }, { replace: true }))
  const comments = list.data?.items ?? []
  const { isNew, firstNew, words } = useNewComments(discussion, comments, now)
  useScrollToAnchor(comments)
  const replyTo = (comment: Reply): void => composer.current?.replyTo({ id: comment.id, name: getDisplayName(comment.author) })
  useThreadShortcuts((id) => {
    const comment = comments.flatMap((one): Reply[] => [one, ...one.replies]).find((one) => one.id === id)
    if (comment && mayWrite) replyTo(comment)
  })

  const actions = {
    onReply: mayWrite ? replyTo : undefined,
    onDelete,
    onCopyLink: (comment: Reply) => copyLink(page, comment.id),
    mayDelete,
  }
  // A new comment stands at the end of the last page; an answer where its thread is.
  const onSent = ({ id, isReply }: { id: string; isReply: boolean }): void => {
    const last = Math.max(1, Math.ceil(((list.data?.total ?? 0) + 1) / limit))
    void navigate(`?page=${isReply ? page : last}#${getCommentAnchor(id)}`, { replace: true, preventScrollReset: true })
  }
  const field = mayWrite && <Composer ref={composer} courseId={courseId} discussionId={discussionId} isPhone={isPhone} onSent={onSent} />
  return (
    <>
      <div className={classes.replies}>
        <Section title="Replies" count={commentCount} action={words && <span className={classes.new}>{words}</span>}>
          <RefetchIndicator isActive={list.isPlaceholderData} />
          {list.isPending && <SkeletonRows count={3} />}
          {list.isError && !list.data && <LoadFailed title="The replies did not load" {...toLoadError(list)} />}
          {list.data && comments.length === 0 && page === 1 && (
            <p className={classes.none}>{mayWrite ? 'No replies yet. Be the first.' : 'No replies yet.'}</p>
          )}
          <ul>
            {comments.map((comment) => (
              <CommentThread key={comment.id} comment={comment} now={now} actions={actions} isNew={isNew} firstNew={firstNew} />
            ))}
          </ul>
          {list.data && list.data.total > limit && <Pagination page={page} limit={limit} total={list.data.total} label="Replies" />}
        </Section>
      </div>
      {locked && <p className={classes.none}>This discussion is locked. It can be read, and nobody can answer it.</p>}
      {field && (isPhone ? <BottomDock>{field}</BottomDock> : field)}
    </>
  )
}
