/** What can be done with the chosen rows: a bar above the foot of the page. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './bulk-bar.module.css'

type Props = { count: number; onClear: () => void; children: ReactNode }

/** The children are subtle buttons of size `sm`; the destructive one last, in red. */
export function BulkBar({ count, onClear, children }: Props) {
  if (count === 0) return null
  return (
    <div className={classes.bar} role="group" aria-label="With the chosen rows">
      <span className={classes.count} role="status">
        {count} selected
      </span>
      {children}
      <span className={classes.rule} />
      <ActionIcon aria-label="Clear the choice" onClick={onClear}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
