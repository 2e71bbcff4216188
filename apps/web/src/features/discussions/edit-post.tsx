/** Changing a post in its place: its text, and the title of a discussion. */
import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { Alert } from '#ui/alert.tsx'
import classes from './replies.module.css'
import { PostEditor } from './post-editor.tsx'
import type { PostInputHandle } from './post-input.tsx'

type Values = { title: string; content: string }

type Props = {
  courseId: string
  /** An empty title for a comment, which has none. */
  initial: Values
  onSave: (values: Values) => void
  onCancel: () => void
  isPending: boolean
  error: unknown
}

export function EditPost({ courseId, initial, onSave, onCancel, isPending, error }: Props) {
  const [values, setValues] = useState(initial)
  const isFocused = useRef(false)
  const focusOnce = (editor: PostInputHandle | null): void => {
    if (isFocused.current || !editor) return
    isFocused.current = true
    editor.focus()
  }
  const isChanged = values.title !== initial.title || values.content !== initial.content
  const hasTitle = initial.title !== ''
  const isComplete = values.content !== '' && (!hasTitle || values.title.trim() !== '')
  const save = (): void => {
    if (isComplete && !isPending) onSave(values)
  }
  return (
    <div className={classes.edit}>
      {hasTitle && (
        <TextInput
          label="Title"
          maxLength={200}
          value={values.title}
          error={values.title.trim() === '' && 'Enter a title'}
          onChange={(event) => setValues({ ...values, title: event.currentTarget.value })}
        />
      )}
      <PostEditor
        courseId={courseId}
        label="Text"
        value={values.content}
        minHeight={80}
        error={values.content === '' ? 'Enter a text' : undefined}
        onChange={(content) => setValues((now) => ({ ...now, content }))}
        onSubmit={save}
        onEscape={() => {
          // One key does not throw away what was typed.
          if (!isChanged) onCancel()
        }}
        ref={focusOnce}
      />
      {error !== null && (
        <Alert tone="bad" title="Not saved" role="alert">
          {getErrorMessage(error)}
        </Alert>
      )}
      <div className={classes.editActions}>
        <Button loading={isPending} title="Ctrl Enter" onClick={save}>
          Save
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
