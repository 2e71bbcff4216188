/** The cells of a file that are not saved as they are, each with the reason and possible actions. */

import { Button, Flex, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ImportedMark } from '@lms/contract/marks'
import { isolate } from '@lms/contract/rules/direction'
import { readMark } from '@lms/contract/rules/mark-text'
import { useForm } from '#lib/form.ts'
import type { Column } from '#ui/data-table.tsx'
import shared from '#ui/import/import.module.css'
import { CellText, Finding, RowList } from '#ui/import/row-list.tsx'
import { cellName, confirmation, isDoubtful, isEditable, type Decisions } from './decisions.ts'
import classes from './marks-import.module.css'

const columns: Column[] = [
  { key: 'cell', label: 'Cell', width: 64 },
  { key: 'student', label: 'Student', width: '20%' },
  { key: 'assignment', label: 'Assignment', width: '17%' },
  { key: 'text', label: 'In the file', isNumber: true, width: 120 },
  { key: 'found', label: 'What we found' },
  { key: 'action', label: 'Action', isLabelHidden: true, width: 176 },
]
/** More would make the page slow; the file for download contains all. */
const maxShown = 200

type Decide = (cell: string, decision: true | string | undefined) => void
type Props = { cells: readonly ImportedMark[]; decisions: Decisions; onDecide: Decide }

export function DecisionList({ cells, decisions, onDecide }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const rows = cells.slice(0, maxShown).map((cell) => {
    const name = cellName(cell)
    const decision = decisions[name]
    const typed = decision === confirmation(cell) || decision === true ? undefined : decision
    const isOpen = open === name
    const student = cell.student?.name ?? cell.name
    const text = isOpen ? (
      <Correction cell={cell} text={typed ?? cell.text} onDecide={onDecide} onClose={() => setOpen(null)} />
    ) : (
      <CellText tone={isDoubtful(cell) ? 'warn' : 'bad'}>{typed ?? (cell.text || '–')}</CellText>
    )
    const found = (
      <Finding status={decision !== undefined ? 'done' : isDoubtful(cell) ? 'check' : 'cannot'}>
        {typed === undefined ? cell.detail : `Changed to ${typed}`}
      </Finding>
    )
    const action = isOpen ? null : <Action cell={cell} decision={decision} onDecide={onDecide} onEdit={() => setOpen(name)} />
    return {
      key: name,
      cells: [name, student, cell.assignment?.title ?? '–', text, found, action],
      words: (
        <>
          <b>{student}</b>
          <span className={shared.quiet}>
            {[cell.assignment && isolate(cell.assignment.title), `cell ${name}`].filter(Boolean).join(' · ')}
          </span>
          {found}
        </>
      ),
      side: (
        <>
          {text}
          {action}
        </>
      ),
    }
  })
  return (
    <>
      <RowList label="Cells to fix" columns={columns} rows={rows} />
      {cells.length > maxShown && <p className={shared.quiet}>And {cells.length - maxShown} more. Download these cells to see all.</p>}
    </>
  )
}

type ActionProps = { cell: ImportedMark; decision: true | string | undefined; onDecide: Decide; onEdit: () => void }

/** A doubtful mark is used or skipped, a wrong one is corrected, the rest is skipped. */
function Action({ cell, decision, onDecide, onEdit }: ActionProps) {
  const name = cellName(cell)
  const spoken = ` for ${cell.student?.name ?? cell.name}, cell ${name}`
  const button = (words: string, onClick: () => void) => (
    <Button key={words} variant="default" size="sm" aria-label={words + spoken} onClick={onClick}>
      {words}
    </Button>
  )
  const edit = isEditable(cell) && button('Edit', onEdit)
  if (!isDoubtful(cell)) return edit || null
  if (decision !== undefined) return button(cell.now === null ? 'Leave out' : `Keep ${cell.now}`, () => onDecide(name, undefined))
  const only = confirmation(cell)
  return (
    <Flex justify="flex-end" wrap="wrap" gap={6}>
      {only === undefined
        ? cell.offers.map((marks) => button(`Use ${marks}`, () => onDecide(name, String(marks))))
        : button(`Use ${cell.marks ?? only}`, () => onDecide(name, only))}
      {edit}
    </Flex>
  )
}

type CorrectionProps = { cell: ImportedMark; text: string; onDecide: Decide; onClose: () => void }

function Correction({ cell, text: before, onDecide, onClose }: CorrectionProps) {
  const { maxMarks } = cell.assignment!
  const form = useForm({
    draft: null,
    initial: { mark: before },
    check: ({ mark }) => {
      const read = readMark(mark, maxMarks)
      return read.error && mark.trim() !== '' && mark.trim() !== before ? { mark: read.detail } : {}
    },
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const save = form.submit(({ mark }) => {
    if (mark.trim() !== before) onDecide(cellName(cell), mark.trim() || undefined)
    onClose()
  })
  return (
    <form onSubmit={save} className={classes.correction}>
      <TextInput
        ref={input}
        size="sm"
        aria-label={`Mark of ${isolate(cell.student?.name ?? cell.name)} for ${isolate(cell.assignment!.title)}, at most ${maxMarks}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.inputProps('mark')}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button type="submit" variant="default" size="sm">
        Set
      </Button>
    </form>
  )
}
