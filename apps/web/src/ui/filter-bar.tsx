/** Search and filters above a list: FilterBar, and FilterMenu for a single filter. */

import { Box, Button, Flex, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Option, SearchOptions } from '#lib/search-options.ts'
import { Dialog } from './dialog.tsx'
import { IconChevronDown, IconFilter, IconX } from './icons.ts'
import { SelectMenu } from './select-menu.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import classes from './filter-bar.module.css'

type Props = {
  search?: ReactNode
  /** Number of active filters. */
  count: number
  onClear: () => void
  children: ReactNode
  /** On the right, such as a choice of views. */
  end?: ReactNode
}

export function FilterBar({ search, count, onClear, children, end }: Props) {
  const isPhone = useIsPhone()
  return (
    <Flex align="center" wrap="wrap" gap={8} role="search">
      {search}
      {isPhone ? (
        <FilterSheet count={count} onClear={onClear}>
          {children}
        </FilterSheet>
      ) : (
        <>
          {children}
          {count > 0 && <ClearFilters onClick={onClear} />}
        </>
      )}
      {end && <Box ml="auto">{end}</Box>}
    </Flex>
  )
}

function FilterSheet({ count, onClear, children }: Pick<Props, 'count' | 'onClear' | 'children'>) {
  const [isOpen, setOpen] = useState(false)
  const foot = (
    <>
      {count > 0 && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <Button onClick={() => setOpen(false)}>Show results</Button>
    </>
  )
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={count > 0 ? classes.set : undefined}
        leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Filters{' '}
        {count > 0 && (
          <Box component="span" ml={6}>
            {count}
          </Box>
        )}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters" foot={foot}>
        <Stack align="flex-start" gap={8} pt={8}>
          {children}
        </Stack>
      </Dialog>
    </>
  )
}

type FilterMenuProps = {
  label: string
  value: string
  options: readonly Option[]
  /** More options, found by typing. */
  found?: SearchOptions
  onChange: (value: string) => void
  /** The value for no filter. */
  off?: string
}

/** A filter of a list as a button that shows its value; active filters have a dark border and can be removed. */
export function FilterMenu({ label, value, options, found, onChange, off = 'all' }: FilterMenuProps) {
  const isSet = value !== off
  const all = found ? [...options, ...found.chosen, ...found.options] : options
  const shown = all.find((option) => option.value === value)?.label ?? found?.unknown ?? value
  const button = {
    className: classes.button,
    children: (
      <>
        <Text span inherit c="dimmed" fw={400}>
          {label}
        </Text>{' '}
        <span className={classes.value}>{shown}</span>
        {!isSet && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
      </>
    ),
  }
  return (
    <span className={`${classes.filter} ${isSet ? classes.filterMenuSet : ''}`}>
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
