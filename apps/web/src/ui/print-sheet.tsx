/** What is printed instead of the screen: black on white, without menu and buttons, all rows, with heads that repeat on each page. */

import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import classes from './print-sheet.module.css'

type Props = {
  title: string
  /** Above the title, such as the name of the school. */
  above?: string | undefined
  /** Under the title, and at its right. */
  facts: string
  side?: ReactNode
  /** What short signs mean, at the end. */
  legend?: string
  /** On paper that lies on its side. */
  isWide?: boolean
  onPrinted: () => void
  children: ReactNode
}

/** Prints when it appears, and says who printed it when. On screens it is not seen; on paper everything else is not. */
export function PrintSheet({ title, above, facts, side, legend, isWide, onPrinted, children }: Props) {
  const now = useServerNow()
  const me = useSession(({ user }) => user?.name)
  useEffect(() => {
    const { title: name } = document
    // The name of the file, if it is printed into one.
    document.title = title
    addEventListener('afterprint', onPrinted)
    print()
    return () => {
      document.title = name
      removeEventListener('afterprint', onPrinted)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it prints once
  }, [])
  return createPortal(
    <div className={`${classes.sheet} ${isWide ? classes.wide : ''}`} data-print-sheet>
      <header className={classes.head}>
        <div>
          {above && <div className={classes.small}>{above}</div>}
          <h1 className={classes.title}>{title}</h1>
          <div>{facts}</div>
        </div>
        <div className={classes.side}>{side}</div>
      </header>
      {children}
      <footer className={classes.foot}>
        {legend && <div>{legend}</div>}
        Printed {formatDayAndTime(now)}, by {me}
      </footer>
    </div>,
    document.body,
  )
}

/** To be filled in by hand. */
export const PrintBox = () => <span className={classes.box} />

type TableProps = { heads: readonly ReactNode[]; rows: readonly { key: string; cells: readonly ReactNode[] }[]; label: string }

/** A table on paper: no row is cut in two. */
export const PrintTable = ({ heads, rows, label }: TableProps) => (
  <table className={classes.table} aria-label={label}>
    <thead>
      <tr>
        {heads.map((head, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns do not move
          <th key={index}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells }) => (
        <tr key={key}>
          {cells.map((cell, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- columns do not move
            <td key={index}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
