/** One filter of a list as a button that says its value; set filters get an ink edge and a way to take them off. */
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import classes from './filter-button.module.css'

type Option = { value: string; label: string }

type Props = {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  /** The value that filters nothing. */
  off?: string
}

export function FilterButton({ label, value, options, onChange, off = 'all' }: Props) {
  const isSet = value !== off
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <span className={`${classes.filter} ${isSet ? classes.set : ''}`}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.button}>
            <span className={classes.label}>{label}</span> {shown}
            {!isSet && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah={360} className={classes.list}>
          <Menu.RadioGroup value={value} onChange={onChange}>
            {options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
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
