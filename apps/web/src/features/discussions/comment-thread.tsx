/** A comment with its replies at one level; more than three are folded until somebody wants them. */
import type { Comment } from '@lms/contract/discussions'
import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { getCommentAnchor, type CommentActions, CommentItem } from './comment-item.tsx'
import classes from './comment-thread.module.css'

const shownAtFirst = 3

type Props = {
  comment: Comment
  now: number
  actions: CommentActions
  isNew: (id: string) => boolean
  /** The blue rule stands before this one. */
  firstNew: string | null
}

export const NewRepliesDivider = () => <p className={classes.rule}>New since your last visit</p>

export function CommentThread({ comment, now, actions, isNew, firstNew }: Props) {
  const { replies } = comment
  const [isOpen, setOpen] = useState(false)
  // Nothing that is new, or that the address points at, may hide behind the fold.
  const mustShow = replies.some(({ id }) => isNew(id) || `#${getCommentAnchor(id)}` === window.location.hash)
  const shown = isOpen || mustShow || replies.length <= shownAtFirst + 1 ? replies : replies.slice(0, shownAtFirst)
  const hidden = replies.length - shown.length
  return (
    <li className={classes.thread}>
      {firstNew === comment.id && <NewRepliesDivider />}
      <CommentItem comment={comment} now={now} isNew={isNew(comment.id)} actions={actions} />
      {replies.length > 0 && (
        <ul className={classes.replies}>
          {shown.map((reply) => (
            <Fragment key={reply.id}>
              <li>
                {firstNew === reply.id && <NewRepliesDivider />}
                <CommentItem comment={reply} now={now} isNew={isNew(reply.id)} actions={actions} />
              </li>
            </Fragment>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button variant="subtle" color="blue" size="sm" fw={500} className={classes.more ?? ''} onClick={() => setOpen(true)}>
          Show {hidden} more replies
        </Button>
      )}
    </li>
  )
}
