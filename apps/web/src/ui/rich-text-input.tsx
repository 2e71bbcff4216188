/** The editor behind RichTextEditor: tiptap with the formats that the server's sanitizer allows. */

import '@fontsource-variable/newsreader/wght-italic.css'
import '@mantine/tiptap/styles.layer.css'
import { Input } from '@mantine/core'
import { RichTextEditor as Kit } from '@mantine/tiptap'
import type { AnyExtension, Editor } from '@tiptap/react'
import { type ComponentType, type ReactNode, type Ref, useId, useImperativeHandle } from 'react'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { useRichTextEditor } from './use-rich-text-editor.ts'
import classes from './rich-text-input.module.css'

export type RichTextEditorProps = {
  label: string
  /** HTML; an empty string for no text. */
  value: string
  onChange: (html: string) => void
  id?: string
  help?: string | undefined
  error?: string | undefined
  minHeight?: number
  isRequired?: boolean
  placeholder?: string
  /** Placeholders filled in for each recipient: `{ name: 'course', label: 'Course' }` is stored as `{{course}}` and shown as one element. */
  placeholders?: readonly { name: string; label: string }[]
  /** `dock`: no visible label, and the toolbar below the text, with `actions` next to it. */
  layout?: 'form' | 'dock'
  actions?: ReactNode
}

export type RichTextInputProps = RichTextEditorProps & {
  /** Additional formats; constant for the lifetime of the editor. */
  extraExtensions?: readonly AnyExtension[]
  extraTools?: ReactNode
  /** A field below the text, such as for what is selected in it. */
  ExtraField?: ComponentType<{ editor: Editor }>
  /** Pasted and dropped pictures; absent if the text cannot have any. */
  onPictures?: (files: readonly File[]) => void
  /** Gets key events first; true if it has handled one. */
  onKeyDown?: (event: KeyboardEvent) => boolean
  /** The caret moved, or another field has the focus. */
  onSelection?: (editor: Editor) => void
  ref?: Ref<Editor | null>
}

export function RichTextInput(props: RichTextInputProps) {
  const { label, help, error, minHeight = 120, isRequired = false, layout = 'form', placeholder, ExtraField, ref } = props
  const isDock = layout === 'dock'
  const ownId = useId()
  const id = props.id ?? ownId
  const editor = useRichTextEditor(id, props)
  useImperativeHandle(ref, () => editor, [editor])
  const toolbar = <RichTextToolbar editor={editor} isDock={isDock} field={props} />
  return (
    <div>
      {!isDock && (
        <Input.Label component="div" id={`${id}-label`} data-required={isRequired || undefined} onClick={() => editor.commands.focus()}>
          {label}
        </Input.Label>
      )}
      {help && <Input.Description id={`${id}-help`}>{help}</Input.Description>}
      <Kit editor={editor} withTypographyStyles={false} classNames={{ ...kitClasses, root: toRootClass(isDock, error) }}>
        {!isDock && toolbar}
        <Kit.Content
          style={{ '--min-height': `${minHeight}px` }}
          {...(placeholder !== undefined && editor.isEmpty && { 'data-hint': placeholder })}
        />
        {ExtraField && <ExtraField editor={editor} />}
        {isDock && toolbar}
      </Kit>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  )
}

const kitClasses = {
  toolbar: classes.toolbar ?? '',
  control: classes.control ?? '',
  controlsGroup: classes.group ?? '',
  content: classes.content ?? '',
}

const toRootClass = (isDock: boolean, error?: string): string =>
  [classes.root, isDock && classes.dock, error && classes.bad].filter(Boolean).join(' ')
