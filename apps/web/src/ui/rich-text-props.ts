/** What a rich text field takes: from forms, and from the fields that add formats and pictures. */

import type { AnyExtension, Editor } from '@tiptap/react'
import type { ComponentType, ReactNode, Ref } from 'react'

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
