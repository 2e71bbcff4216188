/** The search of a list: it waits until the typing rests; `/` leads to it. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import classes from './search-field.module.css'

const restMs = 250

type Props = { label: string; value: string; onChange: (value: string) => void }

export function SearchField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // The address changed by other means, such as Back or “Clear filters”.
  if (value !== shown) {
    setShown(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return undefined
    const timer = setTimeout(() => {
      setShown(text.trim())
      onChange(text.trim())
    }, restMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the clock
  }, [text])
  useShortcuts({ '/': () => field.current?.focus() })
  return (
    <TextInput
      ref={field}
      size="sm"
      type="search"
      className={classes.field}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
