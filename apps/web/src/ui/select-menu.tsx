/** A select in a menu below a button; with many options, the menu has a search. */

import { Combobox, Menu, useCombobox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type SearchOptions, noResults, type Option, searchMoreHint } from '#lib/search-options.ts'
import { IconSearch } from './icons.ts'
import classes from './select-menu.module.css'

type Props = {
  /** What is selected, such as `Course`. */
  label: string
  value: string
  /** Fixed options. */
  options: readonly Option[]
  /** Options found by typing. */
  found?: SearchOptions | undefined
  onChange: (value: string) => void
  button: { className: string | undefined; 'aria-label'?: string; children: ReactNode }
}

export function SelectMenu(props: Props) {
  const { value, options, found, onChange, button } = props
  if (found && (found.isLong || found.isFailed)) return <SearchMenu {...props} found={found} />
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" {...button} />
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes.list}>
        <Menu.RadioGroup value={value} onChange={onChange}>
          {[...options, ...(found ? [...found.chosen, ...found.options] : [])].map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {found?.isLoading && <Menu.Label>Loading</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

/** No id and no word of a filter. */
const retryValue = ' retry'

function SearchMenu({ label, value, options, found, onChange, button }: Props & { found: SearchOptions }) {
  const [typed, setTyped] = useState('')
  const type = (text: string): void => {
    setTyped(text)
    found.onSearch(text)
  }
  const menu = useCombobox({
    onDropdownOpen: () => menu.focusSearchInput(),
    onDropdownClose: (source) => {
      menu.resetSelectedOption()
      type('')
      if (source === 'keyboard') menu.focusTarget()
    },
  })
  const submit = (chosen: string): void => {
    if (chosen === retryValue) return found.onRetry()
    onChange(chosen)
    return menu.closeDropdown('keyboard')
  }
  const shown = typed.trim() === '' ? [...options, ...found.chosen, ...found.options] : found.options
  const hint = found.options.length === 0 ? noResults(found, 'Nothing of that name') : searchMoreHint(found)
  return (
    <Combobox store={menu} position="bottom-start" width="min(320px, calc(100vw - 32px))" shadow="none" onOptionSubmit={submit}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          {...button}
          aria-haspopup="listbox"
          aria-expanded={menu.dropdownOpened}
          onClick={() => menu.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Search
          role="combobox"
          aria-controls={menu.listId ?? undefined}
          aria-expanded={menu.dropdownOpened}
          aria-label={`Search: ${label}`}
          placeholder="Type to search"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          loading={found.isLoading}
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value)
            menu.resetSelectedOption()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Tab') menu.closeDropdown('keyboard')
          }}
        />
        <Combobox.Options aria-label={label} mah={280} className={classes.list}>
          {shown.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              aria-selected={option.value === value}
              className={classes.option}
            >
              {option.label}
            </Combobox.Option>
          ))}
          {found.isFailed && (
            <Combobox.Option value={retryValue} className={classes.option}>
              Try again
            </Combobox.Option>
          )}
        </Combobox.Options>
        <div role="status" className={classes.said}>
          {hint}
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
