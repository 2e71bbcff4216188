/** The field for a post, whose large editor is loaded on demand, and editing a post in place. */
import { Button, Input, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { getErrorMessage } from '#lib/api.ts'
import { useForm } from '#lib/form.ts'
import { Alert } from '#ui/alert.tsx'
import type { PostInputHandle, PostInputProps } from './post-input.tsx'
import classes from './post-editor.module.css'
import repliesClasses from './replies.module.css'

const LazyInput = lazy(() => import('./post-input.tsx').then(({ PostInput }) => ({ default: PostInput })))

export function PostEditor(props: PostInputProps) {
  const { label, layout, minHeight = 120 } = props
  const place =
    layout === 'dock' ? (
      <div style={{ minHeight: minHeight + 48 }} />
    ) : (
      <div>
        <Input.Label component="div">{label}</Input.Label>
        <div className={classes.place} style={{ minHeight: minHeight + 70 }} />
      </div>
    )
  return (
    <Suspense fallback={place}>
      <LazyInput {...props} />
    </Suspense>
  )
}

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

/** Changing a post in its place: its text, and the title of a discussion. */
export function EditPost({ courseId, initial, onSave, onCancel, isPending, error }: Props) {
  const hasTitle = initial.title !== ''
  const check = ({ title, content }: Values) => ({
    ...(hasTitle && !title.trim() && { title: 'Enter a title' }),
    ...(content === '' && { content: 'Enter a text' }),
  })
  const form = useForm({ draft: null, initial, check })
  const isFocused = useRef(false)
  const focusOnce = (editor: PostInputHandle | null): void => {
    if (isFocused.current || !editor) return
    isFocused.current = true
    editor.focus()
  }
  const save = form.submit((values) => {
    if (!isPending) onSave(values)
  })
  // Shown at once, not only on saving.
  const errors = check(form.values)
  return (
    <div className={repliesClasses.edit}>
      {hasTitle && <TextInput label="Title" maxLength={200} {...form.inputProps('title')} error={errors.title} />}
      <PostEditor
        courseId={courseId}
        label="Text"
        value={form.values.content}
        minHeight={80}
        error={errors.content}
        onChange={(content) => form.set('content', content)}
        onSubmit={save}
        onEscape={() => {
          // A single key must not discard input.
          if (!form.isChanged) onCancel()
        }}
        ref={focusOnce}
      />
      {error !== null && (
        <Alert tone="bad" title="Not saved" role="alert">
          {getErrorMessage(error)}
        </Alert>
      )}
      <div className={repliesClasses.editActions}>
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
