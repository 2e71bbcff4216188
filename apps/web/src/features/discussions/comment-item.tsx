/** One comment: author, time, text, and actions; its earlier versions. */

import { ActionIcon, Badge, Button, Flex, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '@lms/contract/discussions'
import { isolate } from '@lms/contract/rules/direction'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconArrowBackUp, IconCircleCheck, IconDots, IconLink, IconPencil, IconQuote, IconTrash } from '#ui/icons.ts'
import { SkeletonText } from '#ui/loading.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { useUpdateComment, versionsQuery } from './api.ts'
import { formatPostTime, formatTimeWithin, getAnswerLabel, getAuthorBadge, getDisplayName } from './format.ts'
import { EditPost } from './post-editor.tsx'
import { type ThreadParams, useSeen } from './use-thread.ts'
import classes from './comment-item.module.css'

export const getCommentAnchor = (commentId: string): string => `c-${commentId}`

/** The user's actions; undefined if not allowed. */
export type CommentActions = {
  onReply: ((comment: Reply) => void) | undefined
  onQuote: ((comment: Reply) => void) | undefined
  onMarkAnswer: ((comment: Reply) => void) | undefined
  onShowVersions: (comment: Reply) => void
  onEdit: (commentId: string | null) => void
  onEdited: (commentId: string, content: string) => void
  onDelete: (comment: Reply) => void
  onCopyLink: (comment: Reply) => void
  onGoTo: (commentId: string) => void
}

export type CommentView = {
  params: ThreadParams
  now: number
  actions: CommentActions
  mayEdit: (comment: Reply) => boolean
  mayDelete: (comment: Reply) => boolean
  isNew: (comment: Reply) => boolean
  onSeen: (commentId: string) => void
  /** The comment that is being edited. */
  editedId: string | null
  /** The comment that was just scrolled to. */
  highlightedId: string | null
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const small = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

function More({ comment, view: { actions, mayDelete, mayEdit } }: { comment: Reply; view: CommentView }) {
  const { onQuote, onDelete, onEdit, onCopyLink } = actions
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label={`More for the comment of ${isolate(getDisplayName(comment.author))}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => onCopyLink(comment)}>
          Copy link
        </Menu.Item>
        {onQuote && (
          <Menu.Item leftSection={<IconQuote {...icon} />} onClick={() => onQuote(comment)}>
            Quote
          </Menu.Item>
        )}
        {mayEdit(comment) && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(comment.id)}>
            Edit
          </Menu.Item>
        )}
        {mayDelete(comment) && (
          <>
            <Menu.Divider />
            <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={() => onDelete(comment)}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Actions({ comment, view }: { comment: Reply; view: CommentView }) {
  const { onReply, onMarkAnswer } = view.actions
  return (
    <Flex gap={4} m="2px 0 0 -12px">
      {onReply && (
        <Button
          variant="subtle"
          size="sm"
          fw={400}
          data-reply
          aria-label={`Reply to ${isolate(getDisplayName(comment.author))}`}
          leftSection={<IconArrowBackUp {...small} />}
          onClick={() => onReply(comment)}
        >
          Reply
        </Button>
      )}
      {onMarkAnswer && (
        <Button variant="subtle" size="sm" fw={400} leftSection={<IconCircleCheck {...small} />} onClick={() => onMarkAnswer(comment)}>
          {comment.isAnswer ? 'Remove answer mark' : 'Mark as answer'}
        </Button>
      )}
      <More comment={comment} view={view} />
    </Flex>
  )
}

function Edited({ comment, now, actions }: { comment: Reply; now: number; actions: CommentActions }) {
  const { editedAt, versionCount } = comment
  if (!editedAt) return null
  const words = `edited ${formatTimeWithin(editedAt, now)}`
  if (versionCount === 0) return <span>· {words}</span>
  return (
    <>
      ·{' '}
      <button type="button" className={classes.versions} onClick={() => actions.onShowVersions(comment)}>
        {words}, {versionCount} earlier {versionCount === 1 ? 'version' : 'versions'}
      </button>
    </>
  )
}

function Head({ comment, view: { now, actions, isNew }, postedAt }: { comment: Reply; view: CommentView; postedAt: string }) {
  const { author, createdAt, replyTo, parentId, isAnswer } = comment
  const tag = getAuthorBadge(author)
  return (
    <>
      <div className={classes.head}>
        <Text span variant="section">
          {getDisplayName(author)}
        </Text>
        {tag && <Badge>{tag}</Badge>}
        <Text span variant="meta">
          <time dateTime={createdAt}>{postedAt}</time> <Edited comment={comment} now={now} actions={actions} />
        </Text>
        {isAnswer && (
          <span className={classes.answer}>
            <IconCircleCheck size={14} stroke={2} aria-hidden /> {getAnswerLabel(author)}
          </span>
        )}
        {isNew(comment) && <span className={classes.new}>New</span>}
      </div>
      {replyTo && parentId && (
        <Text variant="meta" className={classes.to}>
          to{' '}
          <button type="button" onClick={() => actions.onGoTo(parentId)}>
            {replyTo}
          </button>
        </Text>
      )}
    </>
  )
}

function Tombstone({ comment, now, replyCount }: { comment: Reply; now: number; replyCount: number }) {
  const by = comment.deletedByStaff ? 'staff' : 'its author'
  const at = comment.deletedAt ? `, ${formatTimeWithin(comment.deletedAt, now)}` : ''
  const replies = replyCount === 0 ? '' : replyCount === 1 ? ' 1 reply is kept.' : ` ${replyCount} replies are kept.`
  return (
    <Text variant="meta" id={getCommentAnchor(comment.id)} tabIndex={-1} className={classes.removed}>
      <span className={classes.bin}>
        <IconTrash size={14} stroke={1.75} aria-hidden />
      </span>
      {`Comment deleted by ${by}${at}.${replies}`}
    </Text>
  )
}

function Editing({ comment, view: { params, actions } }: { comment: Reply; view: CommentView }) {
  const update = useUpdateComment()
  return (
    <EditPost
      courseId={params.courseId}
      initial={{ title: '', content: comment.content }}
      isPending={update.isPending}
      error={update.error}
      draft={`comment-edit:${comment.id}`}
      onClose={() => actions.onEdit(null)}
      onSave={async ({ content }) => {
        await update.mutateAsync({ params: { ...params, commentId: comment.id }, body: { content } })
        actions.onEdited(comment.id, content)
      }}
    />
  )
}

export function CommentItem({ comment, view, replyCount = 0 }: { comment: Reply; view: CommentView; replyCount?: number }) {
  const { id, author, content, createdAt, replyTo, deleted } = comment
  const isNew = view.isNew(comment)
  const element = useSeen(id, isNew, view.onSeen)
  if (deleted) return <Tombstone comment={comment} now={view.now} replyCount={replyCount} />
  const postedAt = formatPostTime(createdAt, view.now)
  return (
    <article
      ref={element}
      id={getCommentAnchor(id)}
      tabIndex={-1}
      data-comment={id}
      data-at={createdAt}
      {...(isNew && { 'data-new': true })}
      className={`${classes.comment} ${view.highlightedId === id ? classes.highlighted : ''}`}
      aria-label={`${isolate(getDisplayName(author))}${replyTo ? ` to ${replyTo}` : ''}, ${postedAt}`}
    >
      <Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={28} />
      <div className={classes.words}>
        <Head comment={comment} view={view} postedAt={postedAt} />
        {view.editedId === id ? (
          <Editing comment={comment} view={view} />
        ) : (
          <>
            <RichText html={content} voice="talk" />
            <Actions comment={comment} view={view} />
          </>
        )}
      </div>
    </article>
  )
}

/** The current and earlier versions of a comment, for staff. */
type VersionsDialogProps = { params: ThreadParams; commentId: string | null; onClose: () => void }

export function VersionsDialog({ params, commentId, onClose }: VersionsDialogProps) {
  const query = useQuery({ ...versionsQuery({ params: { ...params, commentId: commentId ?? '' } }), enabled: commentId !== null })
  return (
    <Dialog isOpen={commentId !== null} onClose={onClose} title="Earlier versions" size={720}>
      <QueryPart query={query} what="The versions" loading={<SkeletonText lines={4} />}>
        {({ versions }) => (
          <ul>
            {versions.map(({ content, createdAt }, index) => (
              <li key={createdAt} className={classes.version}>
                <h3>
                  {formatDayAndTime(createdAt)}
                  {index === 0 && ', current'}
                </h3>
                <RichText html={content} voice="talk" />
              </li>
            ))}
          </ul>
        )}
      </QueryPart>
    </Dialog>
  )
}
