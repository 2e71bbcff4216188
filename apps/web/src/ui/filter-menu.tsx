/** One filter of a list as a button that says its value; set filters get an ink edge and a way to take them off. */
import { Button } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import type { SearchOptions, Option } from '#lib/search-options.ts'
import { SelectMenu } from './select-menu.tsx'
import classes from './filter-menu.module.css'

type Props = {
  label: string
  value: string
  options: readonly Option[]
  /** More options, found by typing. */
  found?: SearchOptions
  onChange: (value: string) => void
  /** The value that filters nothing. */
  off?: string
}

export function FilterMenu({ label, value, options, found, onChange, off = 'all' }: Props) {
  const isSet = value !== off
  const all = found ? [...options, ...found.chosen, ...found.options] : options
  const shown = all.find((option) => option.value === value)?.label ?? found?.unknown ?? value
  const button = {
    className: classes.button,
    children: (
      <>
        <span className={classes.label}>{label}</span> <span className={classes.value}>{shown}</span>
        {!isSet && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
      </>
    ),
  }
  return (
    <span className={`${classes.filter} ${isSet ? classes.set : ''}`}>
      <SelectMenu label={label} value={value} options={options} found={found} onChange={onChange} button={button} />
      {isSet && (
        <button type="button" className={classes.clear} aria-label={`Clear ${label}`} onClick={() => onChange(off)}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  )
}

export const ClearFilters = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" size="sm" fw={400} onClick={onClick}>
    Clear filters
  </Button>
)
