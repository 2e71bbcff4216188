/** The first rows of a long list, and a button for the rest. */

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** Two more are not worth a button. */
const [firstRows, worthIt] = [50, 3]

type FirstRowsProps<T> = {
  rows: readonly T[]
  /** Whether it lies in a list, whose last item the button becomes. */
  isList?: boolean
  children: (shown: readonly T[]) => ReactNode
}

export function FirstRows<T>({ rows, isList = false, children }: FirstRowsProps<T>) {
  const [isWhole, setWhole] = useState(false)
  if (isWhole || rows.length < firstRows + worthIt) return children(rows)
  const all = (
    <Button variant="default" size="sm" onClick={() => setWhole(true)}>
      Show all {rows.length}
    </Button>
  )
  return (
    <>
      {children(rows.slice(0, firstRows))}
      {isList ? <li style={{ paddingBlock: 8 }}>{all}</li> : <div style={{ paddingBlock: 8 }}>{all}</div>}
    </>
  )
}
