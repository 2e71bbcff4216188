/** The rows of a file with what was found about each: a table, on phones a list. */

import { Button, Flex, Text } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { downloadBlob } from '#lib/download.ts'
import { Cell, type Column, DataRow, DataTable } from '#ui/data-table.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import shared from './import.module.css'
import classes from './row-list.module.css'

type ListItem = {
  key: string | number
  /** The text on the left, and what is beside it. */
  words: ReactNode
  side: ReactNode
  /** Its fields are open: they take the whole width. */
  isOpen?: boolean
}

export const ItemList = ({ label, items }: { label?: string; items: readonly ListItem[] }) => (
  <ul className={classes.list} aria-label={label}>
    {items.map(({ key, words, side, isOpen }) => (
      <li key={key} className={isOpen ? classes.open : undefined}>
        <div className={classes.words}>{words}</div>
        {side && <div className={classes.side}>{side}</div>}
      </li>
    ))}
  </ul>
)

type Row = ListItem & {
  /** One for each column; buttons are last. */
  cells: readonly ReactNode[]
}

export function RowList({ label, columns, rows }: { label: string; columns: readonly Column[]; rows: readonly Row[] }) {
  const isPhone = useIsPhone()
  if (isPhone) return <ItemList label={label} items={rows} />
  return (
    <DataTable label={label} columns={columns}>
      {rows.map(({ key, cells }) => (
        <DataRow key={key}>
          {columns.map((column, at) => (
            <Cell key={column.key} isNumber={column.isNumber ?? false}>
              {column.key === 'action' ? (
                <Flex justify="flex-end" wrap="wrap" gap={6}>
                  {cells[at]}
                </Flex>
              ) : (
                cells[at]
              )}
            </Cell>
          ))}
        </DataRow>
      ))}
    </DataTable>
  )
}

type FindingProps = { id?: string; status: 'draft' | 'check' | 'cannot' | 'done' | 'not-started'; children: ReactNode }

/** What was found about a row. */
export const Finding = ({ id, status, children }: FindingProps) => (
  <span id={id} className={classes.found}>
    <StatusIcon name={status} size={16} />
    {children}
  </span>
)

/** The value of a cell, highlighted if something is wrong with it, or doubtful. */
export const CellText = ({ tone, children }: { tone: 'bad' | 'warn' | null; children: ReactNode }) => (
  <span className={`${classes.value} ${tone ? classes[tone] : ''}`}>{children}</span>
)

type SectionProps = { title: ReactNode; headingRef?: Ref<HTMLHeadingElement>; actions?: ReactNode; help?: string; children?: ReactNode }

/** Rows under a heading, with buttons beside it. */
export function RowSection({ title, headingRef, actions, help, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={shared.head}>
        <Text component="h2" id={id} variant="section" {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </Text>
        <div className={shared.actions}>{actions}</div>
      </div>
      {help && <p className={shared.quiet}>{help}</p>}
      {children}
    </section>
  )
}

/** Saves rows as a file. */
export const DownloadButton = ({ label, toFile }: { label: string; toFile: () => File }) => (
  <Button
    variant="subtle"
    size="sm"
    onClick={() => {
      const file = toFile()
      downloadBlob(file, file.name)
    }}
  >
    {label}
  </Button>
)
