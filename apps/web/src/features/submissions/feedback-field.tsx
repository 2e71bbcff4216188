/** The words for the student, with the grader's saved comments at hand. */
import { Kbd, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { savedCommentsQuery } from './api.ts'
import { SavedComments } from './saved-comments.tsx'
import classes from './submissions.module.css'

export const feedbackFieldId = 'feedback'

type Props = { value: string; onChange: (value: string) => void }

/** On a line of its own where the text goes on, else at the end of what is written there. */
function insertComment(value: string, at: number, comment: string): { value: string; caret: number } {
  const [before, after] = [value.slice(0, at), value.slice(at)]
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  const rest = after === '' || /^\s/.test(after) ? after : ` ${after}`
  return { value: before + gap + comment + rest, caret: before.length + gap.length + comment.length }
}

/** The place of a slash that is alone on its line, with the caret behind it: the next digit chooses a comment. */
function findSlash({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): number | undefined {
  const isAlone = /(^|\n)\/$/.test(value.slice(0, selectionStart)) && !/^[^\n]/.test(value.slice(selectionStart))
  return isAlone && selectionStart === selectionEnd ? selectionStart - 1 : undefined
}

export function FeedbackField({ value, onChange }: Props) {
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
              <Kbd size="xs" className={classes.key ?? ''} aria-hidden>
                C
              </Kbd>
            )}
          </span>
        }
        autosize
        minRows={4}
        maxRows={14}
        value={value}
        onChange={type}
        onKeyDown={press}
        onBlur={() => setChoosing(false)}
      />
      <SavedComments feedback={value} isChoosing={isChoosing} onInsert={insert} />
    </div>
  )
}
