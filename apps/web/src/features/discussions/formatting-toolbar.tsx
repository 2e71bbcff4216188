/** The tools over a field for posts: they write the markup around what is chosen. */
import { ActionIcon } from '@mantine/core'
import { IconBold, IconCode, IconLink } from '@tabler/icons-react'
import type { RefObject } from 'react'

type Change = { text: string; from: number; to: number }

/** Puts marks around the selection and leaves the words between them chosen. */
export function wrapSelection(text: string, start: number, end: number, before: string, after: string, fallback: string): Change {
  const words = text.slice(start, end) || fallback
  const from = start + before.length
  return { text: text.slice(0, start) + before + words + after + text.slice(end), from, to: from + words.length }
}

const tools = [
  { label: 'Bold', Icon: IconBold, before: '**', after: '**', fallback: 'words' },
  { label: 'Link', Icon: IconLink, before: '[', after: '](https://)', fallback: 'words' },
  { label: 'Code', Icon: IconCode, before: '`', after: '`', fallback: 'code' },
] as const

type Props = { field: RefObject<HTMLTextAreaElement | null>; value: string; onChange: (value: string) => void }

export function FormattingToolbar({ field, value, onChange }: Props) {
  const use = (before: string, after: string, fallback: string): void => {
    const box = field.current
    if (!box) return
    const { text, from, to } = wrapSelection(value, box.selectionStart, box.selectionEnd, before, after, fallback)
    onChange(text)
    // After the new text stands in the field.
    requestAnimationFrame(() => {
      box.focus()
      box.setSelectionRange(from, to)
    })
  }
  return tools.map(({ label, Icon, before, after, fallback }) => (
    <ActionIcon key={label} aria-label={label} onMouseDown={(event) => event.preventDefault()} onClick={() => use(before, after, fallback)}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  ))
}
