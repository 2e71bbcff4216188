/** Search and filters above a list; on phones the filters are one button with their number. */
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { ClearFilters } from './filter-menu.tsx'
import classes from './filter-bar.module.css'
import { useIsPhone } from './use-breakpoint.ts'

type Props = {
  search?: ReactNode
  /** How many filters are set. */
  count: number
  onClear: () => void
  children: ReactNode
  /** At the right end, such as a choice of views. */
  end?: ReactNode
}

export function FilterBar({ search, count, onClear, children, end }: Props) {
  const isPhone = useIsPhone()
  return (
    <div className={classes.bar} role="search">
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
      {end && <div className={classes.end}>{end}</div>}
    </div>
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
        Filters {count > 0 && <span className={classes.count}>{count}</span>}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filters" foot={foot}>
        <div className={classes.sheet}>{children}</div>
      </Dialog>
    </>
  )
}
