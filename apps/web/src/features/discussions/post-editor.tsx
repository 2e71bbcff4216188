/** The field for a post, whose large editor is loaded on demand, and editing a post in place. */

import { Button, Flex, Input, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { getErrorMessage } from '#lib/api-errors.ts'
import { useForm } from '#lib/form.ts'
import { Alert } from '#ui/alert.tsx'
import { DraftRestoredAlert } from '#ui/form-page.tsx'
import { useFreshPictures } from '#features/files/fresh-pictures.ts'
import type { PostInputHandle, PostInputProps } from './post-input.tsx'
import classes from './post-editor.module.css'

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
  /** The key of what is typed and not saved. */
  draft: string
  onSave: (values: Values) => Promise<unknown>
  /** Called after saving, and after what was typed is given up. */
  onClose: () => void
  isPending: boolean
  error: unknown
}

/** Changing a post in its place: its text, and the title of a discussion. */
export const EditPost = (props: Props) => useFreshPictures(props.draft, 'content') && <Editing {...props} />

function Editing({ courseId, initial, draft, onSave, onClose, isPending, error }: Props) {
  const hasTitle = initial.title !== ''
  const check = ({ title, content }: Values) => ({
    ...(hasTitle && !title.trim() && { title: 'Enter a title' }),
    ...(content === '' && { content: 'Enter a text' }),
  })
  const form = useForm({ draft, initial, check })
  const [isAdding, setAdding] = useState(false)
  const isFocused = useRef(false)
  const focusOnce = (editor: PostInputHandle | null): void => {
    if (isFocused.current || !editor) return
    isFocused.current = true
    editor.focus()
  }
  const save = form.submit((values) => {
    if (isPending || isAdding) return
    onSave(values).then(
      // What was typed since is not saved yet.
      () => form.saved(values) && onClose(),
      () => undefined,
    )
  })
  const cancel = (): void => {
    form.discard()
    onClose()
  }
  // Shown at once, not only on saving.
  const errors = check(form.values)
  return (
    <Stack gap={12} p="4px 0">
      <DraftRestoredAlert from={form.restoredFrom} onDiscard={() => form.discard()} />
      {hasTitle && <TextInput label="Title" maxLength={200} {...form.inputProps('title')} error={errors.title} />}
      <PostEditor
        courseId={courseId}
        label="Text"
        value={form.values.content}
        minHeight={80}
        error={errors.content}
        onChange={(content) => form.set('content', content)}
        onSubmit={save}
        onAdding={setAdding}
        onEscape={() => {
          // A single key must not discard input.
          if (!form.isChanged) onClose()
        }}
        ref={focusOnce}
      />
      {error !== null && (
        <Alert tone="bad" title="Not saved" role="alert">
          {getErrorMessage(error)}
        </Alert>
      )}
      <Flex gap={8}>
        <Button loading={isPending || isAdding} title="Ctrl Enter" onClick={save}>
          Save
        </Button>
        <Button variant="subtle" onClick={cancel}>
          Cancel
        </Button>
      </Flex>
    </Stack>
  )
}
