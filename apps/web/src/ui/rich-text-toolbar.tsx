/** The toolbar of a rich text field: formats, placeholders, and what the field adds. */

import { Flex, Menu } from '@mantine/core'
import { RichTextEditor as Kit } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { IconBraces, IconChevronDown, IconTerminal2 } from './icons.ts'
import type { RichTextInputProps } from './rich-text-props.ts'
import classes from './rich-text-input.module.css'

/** Its own is that of code within a line. */
const CodeBlockIcon = () => <IconTerminal2 size={16} stroke={1.5} />

type Props = { editor: Editor; isDock: boolean; field: Pick<RichTextInputProps, 'placeholders' | 'extraTools' | 'actions'> }

export function RichTextToolbar({ editor, isDock, field: { placeholders = [], extraTools, actions } }: Props) {
  return (
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
      {placeholders.length > 0 && <PlaceholderMenu editor={editor} placeholders={placeholders} />}
      {extraTools && <Kit.ControlsGroup>{extraTools}</Kit.ControlsGroup>}
      {actions && (
        <Flex align="center" gap={8} ml="auto">
          {actions}
        </Flex>
      )}
    </Kit.Toolbar>
  )
}

type PlaceholderProps = { editor: Editor; placeholders: NonNullable<RichTextInputProps['placeholders']> }

function PlaceholderMenu({ editor, placeholders }: PlaceholderProps) {
  const insert = (name: string) => editor.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.insert}>
          <IconBraces size={16} stroke={1.75} aria-hidden />
          Insert
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {placeholders.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => insert(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
