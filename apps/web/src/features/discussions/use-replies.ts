/** The replies of a discussion with those just posted: what is new, which is highlighted or edited, and what can be done with each. */

import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Course } from '@lms/contract/courses'
import type { Comment, Discussion, Reply } from '@lms/contract/discussions'
import { mayEditPost } from '@lms/contract/rules/discussions'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { useCan, useCanIn, useSession } from '#lib/session.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { notify } from '#ui/toasts.tsx'
import { useMarkAnswer, useRemoveComment, useRestoreComment } from './api.ts'
import { type CommentActions, type CommentView, getCommentAnchor } from './comment-item.tsx'
import type { ComposerHandle, Posted } from './composer.tsx'
import { getDisplayName } from './format.ts'
import { type NextInThread, useNextInThread, useWalk } from './next-unread.ts'
import { useArrivals, useShowArrivals } from './use-arrivals.ts'
import { showElement, useComments, useReading, useThreadShortcuts, useGoToEnd, usePlace, useSteady } from './use-thread.ts'

const highlightMs = 2000

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
  const awaited = useRef<string | null>(null)
  useEffect(() => {
    // A busy page draws a reply later than it was sent.
    if (awaited.current !== null && show(awaited.current)) awaited.current = null
  })
  const showOnceDrawn = (id: string): void => void (awaited.current = id)
  return { highlightedId, show, showOnceDrawn }
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

type Params = { courseId: string; discussionId: string }

export type RepliesProps = { course: Course; discussion: Discussion; isFetching: boolean; now: number }

/** Comments posted on this page, before the list contains them. */
function usePosted() {
  const [posted, setPosted] = useState<Posted[]>([])
  return {
    posted,
    add: (sent: Posted): void => setPosted((some) => [...some, sent]),
    remove: (id: string): void => setPosted((some) => some.filter(({ reply }) => reply.id !== id)),
    edit: (id: string, content: string): void =>
      setPosted((some) => some.map((one) => (one.reply.id === id ? { ...one, reply: { ...one.reply, content } } : one))),
    repliesTo: (id: string): readonly Reply[] => {
      const own = posted.filter(({ rootId }) => rootId === id)
      return own.length > 0 ? own.map(({ reply }) => reply) : noReplies
    },
  }
}

const noReplies: readonly Reply[] = []

const toComment = (reply: Reply): Comment => ({
  ...reply,
  replies: [],
  replyCount: 0,
  previous: null,
  next: null,
  lastReplyAt: null,
  newReplies: 0,
})

/** Many comments are drawn in slices, between which keys are answered. */
function useShownComments(list: ReturnType<typeof useComments>, posted: readonly Posted[]) {
  const shown = useDeferredValue(list.data ?? null, null)
  const comments = shown?.pages.flatMap(({ items }) => items) ?? []
  const known = new Set(comments.map(({ id }) => id))
  const added = posted.filter(({ reply, rootId }) => rootId === null && !known.has(reply.id)).map(({ reply }) => toComment(reply))
  const inOrder = [...comments, ...added].flatMap((comment): Reply[] => [comment, ...comment.replies])
  return { shown, comments, added, inOrder, isUpToDate: shown !== null && shown === list.data }
}

/** What the user may do with comments; deleting is decided for own ones and those of others. */
function useCommentRights(course: Course, { locked }: Discussion) {
  const may = useCan()
  const mayIn = useCanIn()
  const me = useSession((session) => session.user?.id)
  const mayPost = mayIn('discussion.write', course)
  const isStaff = may('discussion.moderate', course.membership)
  const [mayDeleteOwn, mayDeleteAny] = [true, false].map((isOwn) => may('discussion.remove', course.membership, isOwn))
  const ofEach = useMemo(
    () => ({
      mayEdit: ({ author }: Reply) => mayPost && mayEditPost({ isOwn: author?.id === me, isLocked: locked }, isStaff),
      mayDelete: ({ author }: Reply) => (author?.id === me ? mayDeleteOwn : mayDeleteAny) === true,
    }),
    [me, mayPost, locked, isStaff, mayDeleteOwn, mayDeleteAny],
  )
  return { isStaff, mayWrite: mayPost && !locked, ofEach }
}

/** Puts a comment, or its text, into the field that answers it, in whose place may be the way to the next discussion. */
function useReplying(courseId: string, composer: RefObject<ComposerHandle | null>, { closeBar, goToNext }: NextInThread) {
  const rootOf = ({ id }: Reply): string =>
    document.getElementById(getCommentAnchor(id))?.closest<HTMLElement>('[data-root]')?.dataset['root'] ?? id
  const replyTo = (comment: Reply, quoted?: string): void => {
    flushSync(closeBar)
    composer.current?.replyTo({ id: comment.id, rootId: rootOf(comment), name: getDisplayName(comment.author) }, quoted)
  }
  const replyToId = (id: string): void => {
    const article = document.getElementById(getCommentAnchor(id))
    article?.querySelector<HTMLButtonElement>('button[data-reply]')?.click()
  }
  const list = useWalk((walk) => walk.list)
  useThreadShortcuts({ onReply: replyToId, onNext: goToNext, backTo: list ?? paths.discussions.to({ courseId }) })
  return replyTo
}

type Acting = {
  params: Params
  rights: ReturnType<typeof useCommentRights>
  edited: ReturnType<typeof usePosted>
  replyTo: (comment: Reply, quoted?: string) => void
  onGoTo: (id: string) => void
  onRestored: () => void
}

function useCommentActions({ params, rights, edited, replyTo, onGoTo, onRestored }: Acting) {
  const [editedId, setEdited] = useState<string | null>(null)
  const [versionsOf, setVersionsOf] = useState<string | null>(null)
  const markAnswer = useMarkAnswer()
  const onDelete = useDeletion(params, edited.remove, onRestored)
  // The field at the foot would cover the text that is being edited.
  const mayReply = rights.mayWrite && editedId === null
  const actions = useSteady<CommentActions>({
    onReply: mayReply ? (comment) => replyTo(comment) : undefined,
    onQuote: mayReply ? (comment) => replyTo(comment, comment.content) : undefined,
    onMarkAnswer: rights.isStaff
      ? ({ id, isAnswer }) => markAnswer.mutate({ params: { ...params, commentId: id }, body: { isAnswer: !isAnswer } })
      : undefined,
    onShowVersions: ({ id }) => setVersionsOf(id),
    onEdit: setEdited,
    onEdited: edited.edit,
    onDelete,
    onCopyLink: ({ id }) => {
      const { origin, pathname } = window.location
      void copyToClipboard(`${origin}${pathname}?comment=${id}`, 'Link copied')
    },
    onGoTo,
  })
  return { actions, editedId, mayReply, versionsOf, closeVersions: (): void => setVersionsOf(null) }
}

/** New ones: the count of the list of discussions, whose comments are not all loaded; more may have come since. */
function useNewCount({ newCount }: Discussion, comments: readonly Comment[], isNew: (reply: Reply) => boolean): number {
  const [newAtOpening] = useState(newCount)
  const loaded = comments.reduce((sum, comment) => sum + comment.newReplies + (isNew(comment) ? 1 : 0), 0)
  return Math.max(newAtOpening, loaded)
}

/** The same object as long as its parts are the same: a comment in the same view is not drawn again. */
function useView(view: CommentView): CommentView {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- its parts
  return useMemo(() => view, Object.values(view))
}

/** `composer` is the field at the foot. */
export function useReplies({ course, discussion, isFetching, now }: RepliesProps, composer: RefObject<ComposerHandle | null>) {
  const { id: discussionId, courseId, commentCount, lastActivityAt, readUntil } = discussion
  const params = useMemo(() => ({ courseId, discussionId }), [courseId, discussionId])
  const [, change] = useSearch()
  const own = usePosted()
  const { linkedId, end, place } = usePlace(discussion.newCount, commentCount)
  const list = useComments(params, place)
  const { shown, comments, added, inOrder, isUpToDate } = useShownComments(list, own.posted)
  const { isNew, since, onSeen, ...reading } = useReading(discussion, comments, { ...list, data: shown })
  const next = useNextInThread(discussionId, { ...reading, isLoaded: isUpToDate })
  const { arrivals, activity, reset } = useArrivals({ count: commentCount - own.posted.length, lastActivityAt }, isFetching, list)
  const { highlightedId, show, showOnceDrawn } = useHighlightedComment(linkedId, isUpToDate)
  useGoToEnd(end, isUpToDate)
  const goTo = (id: string): void => void (show(id) || change({ comment: id, at: null, page: null }))
  const rights = useCommentRights(course, discussion)
  const replyTo = useReplying(courseId, composer, next)
  const acting = useCommentActions({ params, rights, edited: own, replyTo, onGoTo: goTo, onRestored: reset })
  const { actions, editedId } = acting
  const view = useView({ params, now, actions, isNew, onSeen, editedId, highlightedId, ...rights.ofEach })
  const showArrivals = useShowArrivals(params, { activity, readUntil, goTo, reset })
  const news = { isNew, since, newCount: useNewCount(discussion, comments, isNew), firstNewId: inOrder.find(isNew)?.id ?? null }
  const isLinkedDeleted = linkedId !== null && isUpToDate && !inOrder.some(({ id }) => id === linkedId)
  const onSent = (sent: Posted): void => {
    own.add(sent)
    if (!sent.isWriting) next.onReplied(() => showOnceDrawn(sent.reply.id))
  }
  const goToEnd = (at: 'first' | 'last') => (): void => change({ at, comment: null, page: null })
  return {
    params,
    list,
    shown,
    comments,
    added,
    ...news,
    arrivals,
    showArrivals,
    ...acting,
    rights,
    repliesTo: own.repliesTo,
    view,
    isLinkedDeleted,
    onSent,
    next,
    goTo,
    goToEnd,
  }
}

export type RepliesState = ReturnType<typeof useReplies>
