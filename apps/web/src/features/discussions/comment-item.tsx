/** One comment: who, when, what, and what can be done with it. */
import type { Reply } from '@lms/contract/discussions'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconLink, IconTrash } from '@tabler/icons-react'
import { Avatar } from '#ui/avatar.tsx'
import { OutlineBadge } from '#ui/outline-badge.tsx'
import classes from './comment-item.module.css'
import { PostBody } from './post-body.tsx'
import { getDisplayName, getAuthorBadge, formatPostTime } from './format.ts'

export const getCommentAnchor = (commentId: string): string => `c-${commentId}`

export type CommentActions = {
  /** Undefined where nobody can answer. */
  onReply: ((comment: Reply) => void) | undefined
  onDelete: (comment: Reply) => void
  onCopyLink: (comment: Reply) => void
  mayDelete: (comment: Reply) => boolean
}

type Props = { comment: Reply; now: number; isNew: boolean; actions: CommentActions }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function Actions({ comment, actions }: Pick<Props, 'comment' | 'actions'>) {
  const { onReply, onDelete, onCopyLink, mayDelete } = actions
  const name = getDisplayName(comment.author)
  return (
    <div className={classes.actions}>
      {onReply && (
        <Button
          variant="subtle"
          size="sm"
          fw={400}
          className={classes.reply ?? ''}
          aria-label={`Reply to ${name}`}
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          onClick={() => onReply(comment)}
        >
          Reply
        </Button>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label={`More for the comment of ${name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => onCopyLink(comment)}>
            Copy link
          </Menu.Item>
          {mayDelete(comment) && (
            <>
              <Menu.Divider />
              <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={() => onDelete(comment)}>
                Delete comment
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

export function CommentItem({ comment, now, isNew, actions }: Props) {
  const { id, author, content, createdAt, editedAt, replyTo, deleted } = comment
  if (deleted) {
    return (
      <p id={getCommentAnchor(id)} tabIndex={-1} className={classes.removed}>
        Comment removed. Its replies stay.
      </p>
    )
  }
  const tag = getAuthorBadge(author)
  return (
    <article
      id={getCommentAnchor(id)}
      tabIndex={-1}
      data-comment={id}
      className={classes.comment}
      aria-label={`${getDisplayName(author)}${replyTo ? ` to ${replyTo}` : ''}, ${formatPostTime(createdAt, now)}`}
    >
      <Avatar id={author?.id ?? 'nobody'} name={getDisplayName(author)} src={author?.profileImageUrl} size={28} />
      <div className={classes.words}>
        <div className={classes.head}>
          <span className={classes.name}>{getDisplayName(author)}</span>
          {tag && <OutlineBadge>{tag}</OutlineBadge>}
          <span className={classes.time}>
            <time dateTime={createdAt}>{formatPostTime(createdAt, now)}</time>
            {editedAt && ' · edited'}
          </span>
          {isNew && <span className={classes.new}>New</span>}
        </div>
        {replyTo && (
          <p className={classes.to}>
            to <strong>{replyTo}</strong>
          </p>
        )}
        <PostBody content={content} voice="talk" />
        <Actions comment={comment} actions={actions} />
      </div>
    </article>
  )
}
