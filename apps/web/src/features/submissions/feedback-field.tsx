/** The feedback field, with the grader's saved comments. */

import { ActionIcon, Box, Button, Flex, Menu, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { describeRoom, textLimits } from '@lms/contract/rules/limits'
import { isVisible } from '@lms/contract/rules/post-content'
import type { SavedComment } from '@lms/contract/saved-comments'
import { useDraft } from '#lib/drafts.ts'
import { focusField } from '#lib/focus-field.ts'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { IconDotsVertical, IconPlus } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { savedCommentsQuery, useCreateSavedComment, useRemoveSavedComment, useUpdateSavedComment } from './api.ts'
import { feedbackFieldId } from './marks.ts'
import feedbackFieldClasses from './feedback-field.module.css'
import classes from './submissions.module.css'

type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

/** On its own line if text follows, else at the end of the existing text. */
function insertComment(value: string, at: number, comment: string): { value: string; caret: number } {
  const [before, after] = [value.slice(0, at), value.slice(at)]
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  const rest = after === '' || /^\s/.test(after) ? after : ` ${after}`
  return { value: before + gap + comment + rest, caret: before.length + gap.length + comment.length }
}

/** The index of a slash alone on its line, with the caret after it: the next digit chooses a comment. */
function findSlash({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): number | undefined {
  const isAlone = /(^|\n)\/$/.test(value.slice(0, selectionStart)) && !/^[^\n]/.test(value.slice(selectionStart))
  return isAlone && selectionStart === selectionEnd ? selectionStart - 1 : undefined
}

export function FeedbackField({ value, error, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const hasShortcuts = useShortcutsEnabled()
  const items = useQuery(savedCommentsQuery()).data?.items ?? []

  const insert = (text: string): void => {
    const element = field.current
    const slash = element ? findSlash(element) : undefined
    const at = element?.selectionStart ?? value.length
    const next = slash === undefined ? insertComment(value, at, text) : insertComment(value.slice(0, slash) + value.slice(at), slash, text)
    setChoosing(false)
    onChange(next.value)
    setTimeout(() => {
      element?.focus()
      element?.setSelectionRange(next.caret, next.caret)
    })
  }
  // The slash is text like any other until a digit follows: no other key, and no paste, can lose it.
  const type = (event: ChangeEvent<HTMLTextAreaElement>): void => {
    setChoosing(items.length > 0 && findSlash(event.currentTarget) !== undefined)
    onChange(event.currentTarget.value)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey } = event
    if (!isChoosing || nativeEvent.isComposing || ctrlKey || metaKey || altKey || key === 'Shift') return
    const comment = /^[1-9]$/.test(key) && findSlash(event.currentTarget) !== undefined ? items[Number(key) - 1] : undefined
    setChoosing(false)
    if (comment) {
      event.preventDefault()
      insert(comment.text)
    } else if (key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div className={classes.feedback}>
      <Textarea
        id={feedbackFieldId}
        ref={field}
        label={
          <span className={classes.feedbackLabel}>
            Feedback{' '}
            {hasShortcuts && (
              <kbd className={classes.key ?? ''} aria-hidden>
                C
              </kbd>
            )}
          </span>
        }
        autosize
        minRows={4}
        maxRows={14}
        value={value}
        error={error}
        description={describeRoom(value, textLimits.feedback)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={type}
        onKeyDown={press}
        onBlur={() => setChoosing(false)}
      />
      <SavedComments feedback={value} isChoosing={isChoosing} onInsert={insert} />
    </div>
  )
}

const shownAtFirst = 9

type SavedCommentsProps = {
  /** The current feedback. */
  feedback: string
  /** After `/`: the next digit chooses. */
  isChoosing: boolean
  onInsert: (text: string) => void
}

/** A grader's saved comments below the feedback: inserted by click, or with `/` on an empty line and a digit. */
function SavedComments({ feedback, isChoosing, onInsert }: SavedCommentsProps) {
  const { data } = useQuery(savedCommentsQuery())
  const [isOpen, setOpen] = useState(false)
  const create = useCreateSavedComment()
  const items = data?.items ?? []
  const text = feedback.trim()
  const isNew = text !== '' && text.length <= 2000 && !items.some((item) => item.text === text)
  const save = (): void => create.mutate({ body: { text } }, { onSuccess: () => notify.success('Comment saved') })
  return (
    <Flex component="section" direction="column" gap={4} mt={-8} aria-label="Saved comments">
      <div className={feedbackFieldClasses.head}>
        <span role="status">
          {isChoosing ? (
            `Press 1 to ${Math.min(items.length, shownAtFirst)}, or Esc`
          ) : (
            <>
              Saved comments
              {items.length > 0 && (
                <span className={feedbackFieldClasses.hint}>
                  , insert with <kbd>/</kbd> and number
                </span>
              )}
            </>
          )}
        </span>
        {isNew && (
          <button type="button" className={feedbackFieldClasses.save} onClick={save} disabled={create.isPending}>
            Save this text
          </button>
        )}
      </div>
      {data && items.length === 0 && !isNew && (
        <Text variant="caption">None yet. Write feedback and choose “Save this text” to use it again.</Text>
      )}
      <ul className={`${feedbackFieldClasses.list} ${isChoosing ? feedbackFieldClasses.choosing : ''}`}>
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
    </Flex>
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
    remove.mutate(
      { params: { id } },
      { onSuccess: () => notify.success('Comment deleted', { link: { label: 'Undo', onClick: restore }, isOnlyWay: true }) },
    )
  return (
    <li className={feedbackFieldClasses.comment}>
      <button type="button" className={feedbackFieldClasses.insert} onClick={onInsert} title={text}>
        {isPhone ? (
          <IconPlus size={18} stroke={1.75} aria-hidden />
        ) : (
          <Box component="span" flex="none" w={16}>
            {number !== null && <kbd>{number}</kbd>}
          </Box>
        )}
        <Text span inherit truncate>
          {text}
        </Text>
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size={isPhone ? 44 : 28}
            className={feedbackFieldClasses.menu ?? ''}
            aria-label={`Actions for “${text.slice(0, 40)}”`}
          >
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
  const { value: text, setValue: setText, saved, discard } = useDraft(`saved-comment:${comment.id}`, comment.text)
  const sent = useRef(text)
  const update = useUpdateSavedComment({ onSaved: () => void saved(sent.current, sent.current) })
  const error = !isVisible(text) ? 'Must not be empty' : text.length > 2000 ? 'At most 2,000 characters' : undefined
  const save = (): void => {
    if (error !== undefined) return focusField('comment')
    if (update.isPending) return
    sent.current = text
    update.mutate({ params: { id: comment.id }, body: { text } }, { onSuccess: onClose, onError: () => focusField('comment') })
  }
  const cancel = (): void => {
    discard()
    onClose()
  }
  const foot = (
    <>
      <Button variant="default" onClick={cancel}>
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
        id="comment"
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
