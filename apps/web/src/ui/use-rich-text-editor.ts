/** The tiptap editor of a rich text field: its attributes for screen readers, pasted and dropped files, and a value that may lag behind typing. */

import { Selection } from '@tiptap/pm/state'
import { type AnyExtension, type Editor, type EditorOptions, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { toEditorHtml } from './pasted-html.ts'
import { formatsWith, toHtml } from './rich-text-formats.ts'
import { PlaceholderNode, toPieces } from './rich-text-placeholders.ts'
import type { RichTextInputProps } from './rich-text-props.ts'
import { notify } from './toasts.tsx'

const formats = formatsWith(() => notify.error('No link was added. Enter a public address, such as https://example.org/page.'))
const noExtensions: readonly AnyExtension[] = []

/** True if there were files: the browser would otherwise open a dropped one. */
function takeFiles(files: FileList, onPictures: RichTextInputProps['onPictures']): boolean {
  const pictures = [...files].filter(({ type }) => type.startsWith('image/'))
  if (files.length === 0) return false
  if (pictures.length < files.length) notify.error('Only pictures can be put into a text.')
  else if (!onPictures) notify.error('This text cannot have pictures.')
  if (pictures.length > 0) onPictures?.(pictures)
  return true
}

type Latest = RefObject<{ onKeyDown: RichTextInputProps['onKeyDown']; onPictures: RichTextInputProps['onPictures'] }>

function toAttributes(id: string, props: RichTextInputProps): Record<string, string> {
  const { label, help, error, isRequired = false, layout } = props
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    ...(layout === 'dock' ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label` }),
    ...(described && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': 'true' }),
    ...(isRequired && { 'aria-required': 'true' }),
  }
}

const toEditorProps = (attributes: Record<string, string>, latest: Latest): EditorOptions['editorProps'] => ({
  attributes,
  handleKeyDown: (_view, event) => latest.current.onKeyDown?.(event) ?? false,
  transformPastedHTML: toEditorHtml,
  // Spreadsheets copy a picture along with their text.
  handlePaste: (_view, { clipboardData }) =>
    clipboardData !== null && clipboardData.getData('text/plain') === '' && takeFiles(clipboardData.files, latest.current.onPictures),
  handleDOMEvents: {
    drop: (view, event) => {
      const files = event.dataTransfer?.files
      if (view.dragging || !files?.length) return false
      event.preventDefault()
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      // After the block that it was dropped on.
      const end = at && view.state.doc.resolve(at.pos).end()
      if (end) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(end), -1)))
      return takeFiles(files, latest.current.onPictures)
    },
  },
})

/** Shows a value that did not come from typing, such as a cleared draft; setting the same value would move the caret. */
function useValue(editor: Editor, value: string, names: readonly string[], typed: RefObject<string[]>): void {
  useEffect(() => {
    // Under StrictMode the first editor no longer exists when effects run again.
    if (editor.isDestroyed) return
    // On a busy machine the value lags behind typing: setting it would lose the latest letter.
    const at = typed.current.indexOf(value)
    if (at >= 0) {
      typed.current.splice(0, at + 1)
      return
    }
    typed.current.splice(0)
    if (value !== toHtml(editor)) editor.commands.setContent(toPieces(value, names), { emitUpdate: false })
  }, [value, editor, names, typed])
}

/** What the editor calls is that of the last render, although it keeps its first functions. */
function useLatest({ onKeyDown, onPictures }: RichTextInputProps): Latest {
  const latest: Latest = useRef({ onKeyDown, onPictures })
  useEffect(() => {
    latest.current = { onKeyDown, onPictures }
  })
  return latest
}

export function useRichTextEditor(id: string, props: RichTextInputProps): Editor {
  const { label, value, onChange, help, error, extraExtensions = noExtensions, onSelection, placeholders = [] } = props
  const hasHelp = Boolean(help)
  const [names] = useState(() => placeholders.map(({ name }) => name))
  /** Input that is not the value yet. */
  const typed = useRef<string[]>([])
  const editorProps = toEditorProps(toAttributes(id, props), useLatest(props))
  const editor = useEditor({
    extensions: [...formats, ...extraExtensions, ...(names.length > 0 ? [PlaceholderNode.configure({ names })] : [])],
    content: toPieces(value, names),
    immediatelyRender: true,
    editorProps,
    onUpdate: ({ editor: current }) => {
      const html = toHtml(current)
      typed.current.push(html)
      onChange(html)
    },
    onSelectionUpdate: ({ editor: current }) => onSelection?.(current),
    onBlur: ({ editor: current }) => onSelection?.(current),
  })
  useValue(editor, value, names, typed)
  useEffect(() => {
    if (!editor.isDestroyed) editor.setOptions({ editorProps })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attributes` is made of these
  }, [editor, hasHelp, error, label])
  return editor
}
