/** The editor behind RichTextEditor: tiptap with the formats that the server's sanitizer allows. */

import '@fontsource-variable/newsreader/wght-italic.css'
import '@mantine/tiptap/styles.layer.css'
import { Input } from '@mantine/core'
import { RichTextEditor as Kit } from '@mantine/tiptap'
import { useId, useImperativeHandle } from 'react'
import type { RichTextInputProps } from './rich-text-props.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { useRichTextEditor } from './use-rich-text-editor.ts'
import classes from './rich-text-input.module.css'

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
