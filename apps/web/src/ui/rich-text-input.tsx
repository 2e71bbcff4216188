/** The editor behind RichTextEditor: tiptap with the tools that the server's cleaning lets through. */
import '@fontsource-variable/newsreader/wght-italic.css'
import { Input } from '@mantine/core'
import { RichTextEditor as Kit } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { Link } from '@tiptap/extension-link'
import { useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useId } from 'react'
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
}

const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3] }, link: false, underline: false, horizontalRule: false }),
  Link.configure({ openOnClick: false, defaultProtocol: 'https', protocols: ['https', 'http', 'mailto'] }),
]

export function RichTextInput(props: RichTextEditorProps) {
  const { label, value, onChange, help, error, minHeight = 120, isRequired = false } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const attributes: Record<string, string> = { id, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label` }
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  if (described) attributes['aria-describedby'] = described
  if (error) attributes['aria-invalid'] = 'true'
  if (isRequired) attributes['aria-required'] = 'true'

  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: true,
    editorProps: { attributes },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  })

  useEffect(() => {
    // Under StrictMode the first editor is gone by the time effects run again.
    if (editor.isDestroyed) return
    // A value that did not come from typing, such as a cleared draft; setting what stands there already would move the caret.
    const shown = editor.isEmpty ? '' : editor.getHTML()
    if (value !== shown) editor.commands.setContent(value, { emitUpdate: false })
  }, [value, editor])

  useEffect(() => {
    if (!editor.isDestroyed) editor.setOptions({ editorProps: { attributes } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attributes` is made of these
  }, [editor, described, error])

  return (
    <div>
      <Input.Label component="div" id={`${id}-label`} required={isRequired} onClick={() => editor.commands.focus()}>
        {label}
      </Input.Label>
      {help && <Input.Description id={`${id}-help`}>{help}</Input.Description>}
      <Kit
        editor={editor}
        withTypographyStyles={false}
        classNames={{
          root: `${classes.root} ${error ? classes.bad : ''}`,
          toolbar: classes.toolbar ?? '',
          control: classes.control ?? '',
          controlsGroup: classes.group ?? '',
          content: classes.content ?? '',
        }}
      >
        <Kit.Toolbar>
          <Kit.ControlsGroup>
            <Kit.Bold />
            <Kit.Italic />
            <Kit.Code />
            <Kit.Link />
          </Kit.ControlsGroup>
          <Kit.ControlsGroup>
            <Kit.H2 />
            <Kit.BulletList />
            <Kit.OrderedList />
            <Kit.Blockquote />
            <Kit.CodeBlock />
          </Kit.ControlsGroup>
        </Kit.Toolbar>
        <Kit.Content style={{ '--min-height': `${minHeight}px` }} />
      </Kit>
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  )
}
