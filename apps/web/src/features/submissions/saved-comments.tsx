/** A grader's saved comments below the feedback: inserted by click, or with `/` on an empty line and a digit. */
import type { SavedComment } from '@lms/contract/saved-comments'
import { ActionIcon, Button, Kbd, Menu, Textarea } from '@mantine/core'
import { IconDotsVertical, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { savedCommentsQuery, useCreateSavedComment, useRemoveSavedComment, useUpdateSavedComment } from './api.ts'
import classes from './saved-comments.module.css'

const shownAtFirst = 9

type Props = {
  /** What is in the feedback now. */
  feedback: string
  /** After `/`: the next digit chooses. */
  isChoosing: boolean
  onInsert: (text: string) => void
}

export function SavedComments({ feedback, isChoosing, onInsert }: Props) {
  const { data } = useQuery(savedCommentsQuery())
  const [isOpen, setOpen] = useState(false)
  const create = useCreateSavedComment()
  const items = data?.items ?? []
  const text = feedback.trim()
  const isNew = text !== '' && text.length <= 2000 && !items.some((item) => item.text === text)
  const save = (): void => create.mutate({ body: { text } }, { onSuccess: () => notify.success('Comment saved') })
  return (
    <section className={classes.comments} aria-label="Saved comments">
      <div className={classes.head}>
        <span role="status">
          {isChoosing ? (
            `Press 1 to ${Math.min(items.length, shownAtFirst)}, or Esc`
          ) : (
            <>
              Saved comments
              {items.length > 0 && (
                <span className={classes.hint}>
                  , insert with <Kbd size="xs">/</Kbd> and number
                </span>
              )}
            </>
          )}
        </span>
        {isNew && (
          <button type="button" className={classes.save} onClick={save} disabled={create.isPending}>
            Save this text
          </button>
        )}
      </div>
      {data && items.length === 0 && !isNew && (
        <p className={classes.none}>None yet. Write feedback and choose “Save this text” to use it again.</p>
      )}
      <ul className={`${classes.list} ${isChoosing ? classes.choosing : ''}`}>
        {(isOpen ? items : items.slice(0, shownAtFirst)).map((comment, index) => (
          <Comment
            key={comment.id}
            comment={comment}
            number={index < shownAtFirst ? index + 1 : null}
            onInsert={() => onInsert(comment.text)}
          />
        ))}
      </ul>
      {items.length > shownAtFirst && !isOpen && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Show all {items.length}
        </Button>
      )}
    </section>
  )
}

type CommentProps = { comment: SavedComment; number: number | null; onInsert: () => void }

function Comment({ comment, number, onInsert }: CommentProps) {
  const isPhone = useIsPhone()
  const [isEditing, setEditing] = useState(false)
  const create = useCreateSavedComment()
  const remove = useRemoveSavedComment()
  const { id, text } = comment
  const restore = (): void => create.mutate({ body: { text } })
  const drop = (): void =>
    remove.mutate({ params: { id } }, { onSuccess: () => notify.success('Comment deleted', { link: { label: 'Undo', onClick: restore } }) })
  return (
    <li className={classes.comment}>
      <button type="button" className={classes.insert} onClick={onInsert} title={text}>
        {isPhone ? (
          <IconPlus size={18} stroke={1.75} aria-hidden />
        ) : (
          <span className={classes.number}>{number !== null && <Kbd size="xs">{number}</Kbd>}</span>
        )}
        <span className={classes.text}>{text}</span>
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={isPhone ? 44 : 28} className={classes.menu ?? ''} aria-label={`Actions for “${text.slice(0, 40)}”`}>
            <IconDotsVertical size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>
          <Menu.Item onClick={drop}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isEditing && <EditComment comment={comment} onClose={() => setEditing(false)} />}
    </li>
  )
}

function EditComment({ comment, onClose }: { comment: SavedComment; onClose: () => void }) {
  const [text, setText] = useState(comment.text)
  const update = useUpdateSavedComment()
  const error = text.trim() === '' ? 'Must not be empty' : text.length > 2000 ? 'At most 2,000 characters' : undefined
  const save = (): void => {
    if (error === undefined) update.mutate({ params: { id: comment.id }, body: { text } }, { onSuccess: onClose })
  }
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button loading={update.isPending} onClick={save}>
        Save
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title="Edit saved comment" foot={foot}>
      <Textarea
        label="Comment"
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        error={error ?? update.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}
