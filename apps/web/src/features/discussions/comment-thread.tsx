/** A top-level comment with its replies: the first two, more of them twenty at a time, and newly posted ones. */

import { Button, Flex, Text } from '@mantine/core'
import { memo, useState } from 'react'
import type { Comment, Reply } from '@lms/contract/discussions'
import { IconChevronDown } from '#ui/icons.ts'
import { CommentItem, type CommentView } from './comment-item.tsx'
import { formatNew, formatTimeWithin } from './format.ts'
import { useMoreReplies } from './use-thread.ts'
import classes from './comment-thread.module.css'
import shared from './replies.module.css'

type FoldProps = {
  /** Null if it is not known how many of the hidden replies are on this side. */
  count: number | null
  words: string
  newCount: number
  hidesNew: boolean
  isLoading: boolean
  isError: boolean
  onOpen: () => void
}

function Fold({ count, words, newCount, hidesNew, isLoading, isError, onOpen }: FoldProps) {
  return (
    <>
      {isError && (
        <Text inherit c="red" role="alert">
          The replies could not be loaded.
        </Text>
      )}
      <Button
        variant="subtle"
        fullWidth
        justify="flex-start"
        className={classes.fold ?? ''}
        loading={isLoading}
        rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
        onClick={onOpen}
        {...(newCount > 0 && { 'data-new': true })}
        {...(hidesNew && { 'data-hides-new': true })}
      >
        <Text span inherit c="blue" fw={500}>
          {isError ? 'Try again' : count === null ? 'More replies' : `${count} more ${count === 1 ? 'reply' : 'replies'}`}
        </Text>
        <Text span inherit c="dimmed" fz="sm">
          {words}
        </Text>
        {newCount > 0 && <span className={classes.foldNew}>{formatNew(newCount)}</span>}
      </Button>
    </>
  )
}

export const NewDivider = ({ words }: { words: string }) => <p className={classes.rule}>{words}</p>

type Props = {
  comment: Comment
  view: CommentView
  /** The divider is drawn before this one. */
  firstNewId: string | null
  newSince: string
  posted: readonly Reply[]
}

/** The same comment in the same view is not drawn again: a page has many of them. */
export const CommentThread = memo(function CommentThread(props: Props) {
  const { comment, view, firstNewId, newSince, posted } = props
  return (
    <li className={shared.thread} data-root={comment.id} data-at={comment.createdAt}>
      {firstNewId === comment.id && <NewDivider words={newSince} />}
      <CommentItem comment={comment} view={view} replyCount={comment.replyCount} />
      {(comment.replyCount > 0 || comment.replies.length > 0 || posted.length > 0) && <Branch {...props} />}
    </li>
  )
})

/** The replies of a comment. */
function Branch({ comment, view, firstNewId, newSince, posted }: Props) {
  const earlier = useMoreReplies(view.params, comment.id, 'before', comment.previous)
  const later = useMoreReplies(view.params, comment.id, 'after', comment.next)
  const loaded = [...earlier.replies, ...comment.replies, ...later.replies]
  const known = new Set(loaded.map(({ id }) => id))
  const replies = [...loaded, ...posted.filter(({ id }) => !known.has(id))]
  const hidden = Math.max(0, comment.replyCount - replies.length)
  // After reading, the server counts fewer; what was new stays so until the page is left.
  const [newAtOpening] = useState(comment.newReplies)
  const hiddenNew = Math.max(0, Math.max(newAtOpening, comment.newReplies) - replies.filter(view.isNew).length)
  const hasLater = later.hasMore && hidden > 0
  const hasEarlier = earlier.hasMore && hidden > 0
  const fold = (side: typeof later, newCount: number, words: string) => (
    <Fold
      count={hasEarlier && hasLater ? null : hidden}
      words={words}
      newCount={newCount}
      hidesNew={hiddenNew > 0}
      isLoading={side.isLoading}
      isError={side.isError}
      onOpen={side.load}
    />
  )
  return (
    <div className={classes.branch}>
      {hasEarlier && fold(earlier, hasLater ? 0 : hiddenNew, 'earlier')}
      <Flex component="ul" direction="column" gap={12}>
        {replies.map((reply) => (
          <li key={reply.id}>
            {firstNewId === reply.id && <NewDivider words={newSince} />}
            <CommentItem comment={reply} view={view} />
          </li>
        ))}
      </Flex>
      {hasLater && fold(later, hiddenNew, comment.lastReplyAt ? `last ${formatTimeWithin(comment.lastReplyAt, view.now)}` : '')}
    </div>
  )
}
