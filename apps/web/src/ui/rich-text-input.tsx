/** The editor behind RichTextEditor: tiptap with the formats that the server's sanitizer allows. */

import '@fontsource-variable/newsreader/wght-italic.css'
import '@mantine/tiptap/styles.layer.css'
import { Flex, Input, Menu } from '@mantine/core'
import { RichTextEditor as Kit } from '@mantine/tiptap'
import { Selection } from '@tiptap/pm/state'
import { type AnyExtension, type Editor, type EditorOptions, useEditor } from '@tiptap/react'
import { type ComponentType, type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { IconBraces, IconChevronDown, IconTerminal2 } from './icons.ts'
import { toEditorHtml } from './pasted-html.ts'
import { formatsWith, toHtml } from './rich-text-formats.ts'
import { PlaceholderNode, toPieces } from './rich-text-placeholders.ts'
import { notify } from './toasts.tsx'
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

/** Its own is that of code within a line. */
const CodeBlockIcon = () => <IconTerminal2 size={16} stroke={1.5} />

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

export function RichTextInput(props: RichTextInputProps) {
  const { label, value, onChange, help, error, minHeight = 120, isRequired = false, layout = 'form', placeholder } = props
  const { extraExtensions = noExtensions, extraTools, ExtraField, actions, onKeyDown, onPictures, onSelection, ref } = props
  const { placeholders = [] } = props
  const [names] = useState(() => placeholders.map(({ name }) => name))
  const isDock = layout === 'dock'
  const ownId = useId()
  const id = props.id ?? ownId
  const attributes: Record<string, string> = { id, role: 'textbox', 'aria-multiline': 'true' }
  if (isDock) attributes['aria-label'] = label
  else attributes['aria-labelledby'] = `${id}-label`
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  if (described) attributes['aria-describedby'] = described
  if (error) attributes['aria-invalid'] = 'true'
  if (isRequired) attributes['aria-required'] = 'true'

  /** Input that is not the value yet. */
  const typed = useRef<string[]>([])
  const latest = useRef({ onKeyDown, onPictures })
  useEffect(() => {
    latest.current = { onKeyDown, onPictures }
  })
  const editorProps: EditorOptions['editorProps'] = {
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
  }
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

  useEffect(() => {
    // Under StrictMode the first editor no longer exists when effects run again.
    if (editor.isDestroyed) return
    // On a busy machine the value lags behind typing: setting it would lose the latest letter.
    const at = typed.current.indexOf(value)
    if (at >= 0) {
      typed.current.splice(0, at + 1)
      return
    }
    // A value that did not come from typing, such as a cleared draft; setting the same value would move the caret.
    typed.current = []
    if (value !== toHtml(editor)) editor.commands.setContent(toPieces(value, names), { emitUpdate: false })
  }, [value, editor, names])

  useEffect(() => {
    if (!editor.isDestroyed) editor.setOptions({ editorProps })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attributes` is made of these
  }, [editor, described, error, label])
  useImperativeHandle(ref, () => editor, [editor])

  const tools = (
    <Kit.Toolbar>
      <Kit.ControlsGroup>
        <Kit.Bold />
        <Kit.Italic />
        <Kit.Code />
        <Kit.Link />
      </Kit.ControlsGroup>
      <Kit.ControlsGroup>
        {!isDock && <Kit.H2 />}
        <Kit.BulletList />
        {!isDock && <Kit.OrderedList />}
        <Kit.Blockquote />
        {!isDock && <Kit.CodeBlock icon={CodeBlockIcon} />}
      </Kit.ControlsGroup>
      {placeholders.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <button type="button" className={classes.insert}>
              <IconBraces size={16} stroke={1.75} aria-hidden />
              Insert
              <IconChevronDown size={14} stroke={1.75} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {placeholders.map(({ name, label: words }) => (
              <Menu.Item key={name} onClick={() => editor.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()}>
                {words}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {extraTools && <Kit.ControlsGroup>{extraTools}</Kit.ControlsGroup>}
      {actions && (
        <Flex align="center" gap={8} ml="auto">
          {actions}
        </Flex>
      )}
    </Kit.Toolbar>
  )
  return (
    <div>
      {!isDock && (
        <Input.Label component="div" id={`${id}-label`} data-required={isRequired || undefined} onClick={() => editor.commands.focus()}>
          {label}
        </Input.Label>
      )}
      {help && <Input.Description id={`${id}-help`}>{help}</Input.Description>}
      <Kit
        editor={editor}
        withTypographyStyles={false}
        classNames={{
          root: `${classes.root} ${isDock ? classes.dock : ''} ${error ? classes.bad : ''}`,
          toolbar: classes.toolbar ?? '',
          control: classes.control ?? '',
          controlsGroup: classes.group ?? '',
          content: classes.content ?? '',
        }}
      >
        {!isDock && tools}
        <Kit.Content
          style={{ '--min-height': `${minHeight}px` }}
          {...(placeholder !== undefined && editor.isEmpty && { 'data-hint': placeholder })}
        />
        {ExtraField && <ExtraField editor={editor} />}
        {isDock && tools}
      </Kit>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  )
}
