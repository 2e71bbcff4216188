/** The comments of a discussion, earlier and later ones on demand, and the composer at their foot. */

import { Button } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Course } from '@lms/contract/courses'
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { mayEditPost } from '@lms/contract/rules/discussions'
import { dayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { useCan, useCanIn, useSession } from '#lib/session.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { IconArrowDown } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Section } from '#ui/row.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useMarkAnswer, useRemoveComment, useRestoreComment } from './api.ts'
import { type CommentActions, getCommentAnchor, VersionsDialog } from './comment-item.tsx'
import { CommentThread } from './comment-thread.tsx'
import { Composer, type ComposerHandle, type Posted } from './composer.tsx'
import { formatNew, getDisplayName } from './format.ts'
import { useArrivals, useShowArrivals } from './use-arrivals.ts'
import {
  goToNextNew,
  showElement,
  useComments,
  useReading,
  useThreadShortcuts,
  type End,
  useGoToEnd,
  usePlace,
  useSteady,
} from './use-thread.ts'
import classes from './replies.module.css'

const highlightMs = 2000
/** Estimated height in pixels of a comment that was not rendered yet. */
const guessedHeight = 120
/** Comments that the browser skips or renders together: it observes each group, and renders those nearby. */
const groupSize = 10

/** The groups of a page do not change when other pages are loaded. */
const inGroups = (key: string, comments: Comment[]) =>
  Array.from({ length: Math.ceil(comments.length / groupSize) }, (_, n) => ({
    key: `${key} ${n}`,
    items: comments.slice(n * groupSize, (n + 1) * groupSize),
  }))

/** Scrolls to a comment and highlights it for two seconds; the linked one after it has loaded. */
function useHighlightedComment(linkedId: string | null, isLoaded: boolean) {
  const [highlightedId, setHighlighted] = useState<string | null>(null)
  const shown = useRef<string | null>(null)
  const show = (id: string): boolean => {
    const element = document.getElementById(getCommentAnchor(id))
    if (element) {
      showElement(element)
      setHighlighted(id)
    }
    return element !== null
  }
  useEffect(() => {
    if (linkedId === null || !isLoaded || shown.current === linkedId) return
    shown.current = linkedId
    show(linkedId)
  }, [linkedId, isLoaded])
  useEffect(() => {
    if (highlightedId === null) return undefined
    const timer = setTimeout(() => setHighlighted(null), highlightMs)
    return () => clearTimeout(timer)
  }, [highlightedId])
  return { highlightedId, show }
}

/** Deleting takes effect at once, with ten seconds to undo. */
function useDeletion(params: { courseId: string; discussionId: string }, onDeleted: (id: string) => void, onRestored: () => void) {
  const remove = useRemoveComment()
  const restore = useRestoreComment()
  return ({ id: commentId }: Reply): void => {
    const undo = (): void => restore.mutate({ params: { ...params, commentId } }, { onSuccess: onRestored })
    remove.mutate(
      { params: { discussionId: params.discussionId, commentId } },
      {
        onSuccess: () => {
          onDeleted(commentId)
          notify.success('Comment deleted', { link: { label: 'Undo', onClick: undo }, isOnlyWay: true })
        },
      },
    )
  }
}

type Props = { course: Course; discussion: Discussion; isFetching: boolean; now: number; locked: ReactNode }

export function Replies({ course, discussion, isFetching, now, locked }: Props) {
  const { id: discussionId, courseId, commentCount } = discussion
  const params = { courseId, discussionId }
  const may = useCan()
  const mayIn = useCanIn()
  const me = useSession((session) => session.user?.id)
  const isPhone = useIsPhone()
  const composer = useRef<ComposerHandle>(null)
  const [posted, setPosted] = useState<Posted[]>([])
  const [editedId, setEdited] = useState<string | null>(null)
  const [versionsOf, setVersionsOf] = useState<string | null>(null)
  const [, change] = useSearch()
  const { linkedId, end, place } = usePlace(discussion.newCount, commentCount)
  const list = useComments(params, place)
  // Many comments are drawn in slices, between which keys are answered.
  const shown = useDeferredValue(list.data ?? null, null)
  const comments = shown?.pages.flatMap(({ items }) => items) ?? []
  const known = new Set(comments.map(({ id }) => id))
  const added = posted.filter(({ reply, rootId }) => rootId === null && !known.has(reply.id)).map(({ reply }) => toComment(reply))
  const all: Comment[] = [...comments, ...added]
  const groups = shown?.pages.flatMap(({ items }, index, { length }) =>
    inGroups(JSON.stringify(shown.pageParams[index]), index === length - 1 ? [...items, ...added] : items),
  )
  const [newAtOpening] = useState(discussion.newCount)
  const { isNew, since, onSeen } = useReading(discussion, comments, { ...list, data: shown })
  const counted = { count: commentCount - posted.length, lastActivityAt: discussion.lastActivityAt }
  const { arrivals, activity, reset } = useArrivals(counted, isFetching, list)
  const { highlightedId, show } = useHighlightedComment(linkedId, shown !== null && shown === list.data)
  useGoToEnd(end, shown !== null && shown === list.data)
  const goToEnd = (at: End) => (): void => change({ at, comment: null, page: null })
  const markAnswer = useMarkAnswer()
  const onDelete = useDeletion(params, (id) => setPosted((some) => some.filter(({ reply }) => reply.id !== id)), reset)

  const mayPost = mayIn('discussion.write', course)
  const mayWrite = mayPost && !discussion.locked
  // The field at the foot would cover the text that is being edited.
  const mayReply = mayWrite && editedId === null
  const isStaff = may('discussion.moderate', course.membership)
  const goTo = (id: string): void => {
    if (!show(id)) change({ comment: id, at: null, page: null })
  }
  const rootOf = ({ id }: Reply): string =>
    document.getElementById(getCommentAnchor(id))?.closest<HTMLElement>('[data-root]')?.dataset['root'] ?? id
  const replyTo = (comment: Reply, quoted?: string): void =>
    composer.current?.replyTo({ id: comment.id, rootId: rootOf(comment), name: getDisplayName(comment.author) }, quoted)
  const replyToId = (id: string): void => {
    const article = document.getElementById(getCommentAnchor(id))
    article?.querySelector<HTMLButtonElement>('button[data-reply]')?.click()
  }
  useThreadShortcuts({ onReply: replyToId, backTo: paths.discussions.to({ courseId }) })

  const [mayDeleteOwn, mayDeleteAny] = [true, false].map((isOwn) => may('discussion.remove', course.membership, isOwn))
  const actions = useSteady<CommentActions>({
    onReply: mayReply ? (comment) => replyTo(comment) : undefined,
    onQuote: mayReply ? (comment) => replyTo(comment, comment.content) : undefined,
    onMarkAnswer: isStaff
      ? ({ id, isAnswer }) => markAnswer.mutate({ params: { ...params, commentId: id }, body: { isAnswer: !isAnswer } })
      : undefined,
    onShowVersions: ({ id }) => setVersionsOf(id),
    onEdit: setEdited,
    onEdited: (id, content) =>
      setPosted((some) => some.map((one) => (one.reply.id === id ? { ...one, reply: { ...one.reply, content } } : one))),
    onDelete,
    onCopyLink: ({ id }) => {
      const { origin, pathname } = window.location
      void copyToClipboard(`${origin}${pathname}?comment=${id}`, 'Link copied')
    },
    onGoTo: goTo,
  })
  const repliesTo = (id: string): Reply[] => posted.filter(({ rootId }) => rootId === id).map(({ reply }) => reply)
  const onSent = (sent: Posted): void => {
    setPosted((some) => [...some, sent])
    // Once it is rendered.
    if (!sent.isWriting) requestAnimationFrame(() => show(sent.reply.id))
  }
  const view = useMemo(
    () => ({
      params: { courseId, discussionId },
      now,
      actions,
      isNew,
      onSeen,
      editedId,
      highlightedId,
      mayEdit: ({ author }: Reply) => mayPost && mayEditPost({ isOwn: author?.id === me, isLocked: discussion.locked }, isStaff),
      mayDelete: ({ author }: Reply) => (author?.id === me ? mayDeleteOwn : mayDeleteAny) === true,
    }),
    [
      courseId,
      discussionId,
      now,
      actions,
      isNew,
      onSeen,
      editedId,
      highlightedId,
      me,
      mayPost,
      discussion.locked,
      isStaff,
      mayDeleteOwn,
      mayDeleteAny,
    ],
  )
  const inOrder = all.flatMap((comment): Reply[] => [comment, ...comment.replies])
  const isLinkedDeleted = linkedId !== null && shown !== null && shown === list.data && !inOrder.some(({ id }) => id === linkedId)
  const firstNewId = inOrder.find(isNew)?.id ?? null
  // The count of the list of discussions, whose comments are not all loaded; more may have come since.
  const loadedNew = comments.reduce((sum, comment) => sum + comment.newReplies + (isNew(comment) ? 1 : 0), 0)
  const newCount = Math.max(newAtOpening, loadedNew)
  const showArrivals = useShowArrivals(params, { activity, readUntil: discussion.readUntil, goTo, reset })
  const action = newCount > 0 && (
    <span className={classes.news}>
      {formatNew(newCount)}
      <Button variant="subtle" size="sm" title="N" onClick={goToNextNew}>
        Go to first new
      </Button>
    </span>
  )
  const field = mayReply && <Composer ref={composer} params={params} isPhone={isPhone} onSent={onSent} onGoTo={goTo} />
  return (
    <>
      <div className={classes.replies}>
        <Section title="Replies" count={commentCount} action={action}>
          {shown === null && !list.isError && <SkeletonRows count={3} />}
          {list.isError && !list.data && <LoadFailed title="The replies could not be loaded" {...toLoadError(list)} />}
          {isLinkedDeleted && <p className={classes.none}>The reply that this link leads to was deleted.</p>}
          {shown && all.length === 0 && <p className={classes.none}>{mayWrite ? 'No replies yet. Be the first.' : 'No replies yet.'}</p>}
          {list.hasPreviousPage && (
            <div className={classes.more}>
              <Button variant="default" loading={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
                Show earlier replies
              </Button>
              <Button variant="subtle" onClick={goToEnd('first')}>
                Go to the first reply
              </Button>
            </div>
          )}
          {groups?.map(({ key, items }) => (
            <ul key={key} className={classes.group} style={{ containIntrinsicSize: `auto ${items.length * guessedHeight}px` }}>
              {items.map((comment) => (
                <CommentThread
                  key={comment.id}
                  comment={comment}
                  view={view}
                  firstNewId={firstNewId}
                  newSince={since > discussion.createdAt ? `New since ${dayAndTime(since)}` : 'New'}
                  posted={posted.some(({ rootId }) => rootId === comment.id) ? repliesTo(comment.id) : noReplies}
                />
              ))}
            </ul>
          ))}
          {list.hasNextPage && (
            <div className={classes.more}>
              <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more replies
              </Button>
              {list.isFetchNextPageError ? (
                <span role="alert">They could not be loaded. Try again.</span>
              ) : (
                <span>{`${countShown(comments)} of ${commentCount} shown`}</span>
              )}
              <Button variant="subtle" onClick={goToEnd('last')}>
                Go to the last reply
              </Button>
            </div>
          )}
        </Section>
      </div>
      {arrivals > 0 && (
        <div className={classes.arrivals} role="status">
          <Button
            variant="default"
            leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
            loading={showArrivals.isPending}
            onClick={() => showArrivals.mutate()}
          >
            {`${arrivals} new ${arrivals === 1 ? 'reply' : 'replies'}. Show`}
          </Button>
        </div>
      )}
      {locked}
      {field && (isPhone ? <BottomDock>{field}</BottomDock> : field)}
      <VersionsDialog params={params} commentId={versionsOf} onClose={() => setVersionsOf(null)} />
    </>
  )
}

/** Deleted ones have a place, and are not counted. */
const countShown = (comments: readonly Comment[]): number =>
  comments.flatMap((comment): Reply[] => [comment, ...comment.replies]).filter(({ deleted }) => !deleted).length
const noReplies: readonly Reply[] = []

/** Newly posted comments, before the list contains them. */
const toComment = (reply: Reply): Comment => ({
  ...reply,
  replies: [],
  replyCount: 0,
  previous: null,
  next: null,
  lastReplyAt: null,
  newReplies: 0,
})
