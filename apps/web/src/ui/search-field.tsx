/** Search fields: SearchField above a list, SearchSelect and SearchMultiSelect for selecting search results. */

import { MultiSelect, type MultiSelectProps, Select, type SelectProps, TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { noResults, type Option, searchMoreHint, type SearchOptions } from '#lib/search-options.ts'
import { IconSearch } from './icons.ts'
import classes from './search-field.module.css'

const restMs = 250

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** How many were found, for screen readers; null while it is not known. `shown`: a status of the screen says so, as in its head. */
  found: number | null | 'shown'
}

/** What is typed stays: the URL follows later, one letter after another, and only a value that this field did not send replaces it. */
export function SearchField({ label, value, onChange, found }: Props) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  /** Searches that were sent and that the URL does not show yet. */
  const [sent, setSent] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  if (value !== seen) {
    const own = sent.indexOf(value)
    setSeen(value)
    setSent(own < 0 ? [] : sent.slice(own + 1))
    // The URL was changed in another way, such as by Back or “Clear filters”.
    if (own < 0) setText(value)
  }
  useEffect(() => {
    const search = text.trim()
    if (search === (sent.at(-1) ?? value)) return undefined
    const timer = setTimeout(() => {
      setSent((before) => [...before, search])
      onChange(search)
    }, restMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the clock
  }, [text])
  useShortcuts({ '/': () => field.current?.focus() })
  return (
    <>
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
      {found !== 'shown' && (
        <VisuallyHidden role="status">
          {value !== '' && found !== null && (found === 0 ? 'Nothing found' : `${found} found`)}
        </VisuallyHidden>
      )}
    </>
  )
}

export type ChoiceFieldProps = Pick<
  SelectProps,
  'id' | 'label' | 'aria-label' | 'description' | 'placeholder' | 'error' | 'className' | 'clearable' | 'allowDeselect' | 'comboboxProps'
> & {
  'data-autofocus'?: boolean
  value: string | null
  onChange: (value: string | null, option: Option | null) => void
}

/** `nothing` is shown if there are no results. */
type FoundProps = { found: SearchOptions; nothing: string }

/** Shared props of both fields; the server has searched already. */
function useFoundProps({ found, nothing }: FoundProps) {
  const [isOpen, setOpen] = useState(false)
  const hint = found.options.length > 0 ? searchMoreHint(found) : null
  // The hint is a disabled option, because the list has no footer.
  const data = [...found.chosen, ...found.options, ...(hint === null ? [] : [{ value: hint, label: hint, disabled: true }])]
  const away = new Set(found.chosen.map(({ value }) => value))
  const props = {
    data,
    filter: (({ options }) => options.filter((option) => !('value' in option && away.has(option.value)))) satisfies SelectProps['filter'],
    loading: isOpen && found.isLoading,
    nothingFoundMessage: noResults(found, nothing),
    searchable: true,
    classNames: { option: classes.option ?? '' },
    onDropdownOpen: () => {
      setOpen(true)
      if (found.isFailed) found.onRetry()
    },
    onDropdownClose: () => setOpen(false),
  }
  const status = (
    <VisuallyHidden role="status">
      {isOpen && !found.isLoading && (found.options.length === 0 ? props.nothingFoundMessage : hint)}
    </VisuallyHidden>
  )
  const help = found.isFailed ? 'The list could not be loaded. Open it again to try once more; your selection is kept.' : null
  return { props, status, help }
}

/** Fields whose options are found by a search while typing: single or multiple. */
export function SearchSelect({ found, nothing, onChange, ...field }: ChoiceFieldProps & FoundProps) {
  const { props, status, help } = useFoundProps({ found, nothing })
  const label = props.data.find(({ value }) => value === field.value)?.label
  return (
    <>
      <Select
        {...field}
        {...props}
        description={help ?? field.description}
        onChange={(value, option) => onChange(value, option ? { value: option.value, label: option.label } : null)}
        // The select writes the chosen name into its search, which is not a search.
        onSearchChange={(typed) => found.onSearch(typed === label ? '' : typed)}
      />
      {status}
    </>
  )
}

type MultiProps = Pick<MultiSelectProps, 'id' | 'label' | 'description' | 'placeholder' | 'error' | 'renderOption'> & {
  'data-autofocus'?: boolean
  value: readonly string[]
  onChange: (values: string[]) => void
}

/** Multiple values with known names, which need not be requested. */
export type OptionsFieldProps = Pick<MultiProps, 'id' | 'label' | 'description' | 'placeholder' | 'error'> & {
  value: readonly Option[]
  onChange: (options: readonly Option[]) => void
}

export function SearchMultiSelect({ found, nothing, value, ...field }: MultiProps & FoundProps) {
  const { props, status, help } = useFoundProps({ found, nothing })
  return (
    <>
      <MultiSelect
        {...field}
        {...props}
        styles={{ inputField: { outline: 'none' }, pill: { borderRadius: 6, background: 'var(--c-hover)' } }}
        value={[...value]}
        description={help ?? field.description}
        onSearchChange={found.onSearch}
        hidePickedOptions
      />
      {status}
    </>
  )
}
