/** Name and address of a row: as they are read, with the faulty one marked, or as fields to edit them in. */
import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { StatusIcon } from '#ui/status-icon.tsx'
import { isFailed, isFixable, type RowEdit, type ReviewRow } from './import-rows.ts'
import { isAddress } from '../suggest-email.ts'
import classes from './row-fields.module.css'

export type RowActions = {
  onEdit: (row: number | null) => void
  onFix: (row: number, next: RowEdit | null) => void
  onSkip: (row: number, isSkipped: boolean) => void
}

const foundId = (row: number): string => `row-${row}-found`

/** Which cell is marked: the one that the server names, or the address that was probably meant otherwise. */
const getMarkedField = (row: ReviewRow): 'name' | 'email' | null =>
  row.isPending || row.tab !== 'need'
    ? null
    : row.suggestion && !row.field
      ? 'email'
      : row.field === 'name' || row.field === 'email'
        ? row.field
        : null

export function Value({ row, field }: { row: ReviewRow; field: 'name' | 'email' }) {
  const text = row[field]
  const tone = getMarkedField(row) === field ? (isFailed(row) && row.outcome !== 'DUPLICATE_IN_FILE' ? classes.bad : classes.warn) : ''
  return <span className={`${classes.value} ${tone} ${text === '' ? classes.empty : ''}`}>{text === '' ? 'empty' : text}</span>
}

export function Found({ row }: { row: ReviewRow }) {
  const { suggestion, reason, outcome } = row
  const words = (): string => {
    if (row.isPending) return 'Changed, not checked yet'
    const meant = suggestion ? `Did you mean ${suggestion.changed}?` : ''
    return [reason, meant].filter(Boolean).join(' ') || 'New'
  }
  const state = (): 'draft' | 'check' | 'cannot' | 'done' | 'not-started' => {
    if (row.isPending) return 'draft'
    if (row.tab === 'skipped') return 'not-started'
    if (row.tab !== 'need') return 'done'
    return outcome === 'INVALID' || outcome === 'FORBIDDEN_ROLE' ? 'cannot' : 'check'
  }
  return (
    <span id={foundId(row.row)} className={classes.found}>
      <StatusIcon name={state()} size={16} />
      {words()}
    </span>
  )
}

type FieldProps = { row: ReviewRow; field: 'name' | 'email'; label?: string; isTarget: boolean; turn: number } & RowActions

export function RowField({ row, field, label, isTarget, turn, onEdit, onFix }: FieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isTarget) return
    input.current?.focus()
    input.current?.select()
    // Each press of the key leads here again.
  }, [isTarget, turn])
  // As it was when the row was opened: Escape goes back to that.
  const [before] = useState<RowEdit | null>(row.isEdited ? { name: row.name, email: row.email } : null)
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    onFix(row.row, before)
    onEdit(null)
  }
  return (
    <TextInput
      ref={input}
      size="sm"
      {...(label === undefined ? { 'aria-label': `${field === 'name' ? 'Name' : 'Email'}, row ${row.row}` } : { label })}
      aria-invalid={getMarkedField(row) === field}
      aria-describedby={foundId(row.row)}
      autoComplete="off"
      {...(field === 'email' && { inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false })}
      value={row[field]}
      onKeyDown={onKey}
      onChange={(event) => onFix(row.row, { name: row.name, email: row.email, [field]: event.currentTarget.value })}
    />
  )
}

type ActionProps = { row: ReviewRow; isOpen: boolean; isTarget: boolean; turn: number } & RowActions

/** The one thing to do with a row: take the guess, fix it, or leave it out. */
export function RowAction({ row, isOpen, isTarget, turn, onEdit, onFix, onSkip }: ActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isTarget) button.current?.focus()
  }, [isTarget, turn])
  const { suggestion, tab, name, row: number } = row
  const at = { ref: button, variant: 'default', size: 'sm' } as const
  const spoken = <span className={classes.spoken}> row {number}</span>
  if (tab === 'skipped')
    return (
      <Button {...at} onClick={() => onSkip(number, false)}>
        Undo{spoken}
      </Button>
    )
  if (isOpen || (tab === 'need' && !isFixable(row)))
    return (
      <Button {...at} onClick={() => onSkip(number, true)}>
        Skip{isOpen ? spoken : <> row{<span className={classes.spoken}> {number}</span>}</>}
      </Button>
    )
  if (suggestion && !row.isPending)
    return (
      <Button {...at} className={classes.guess ?? ''} onClick={() => onFix(number, { name, email: suggestion.email })}>
        Use {suggestion.changed}
        {spoken}
      </Button>
    )
  if (row.field === 'line' && !row.isPending && name !== '' && isAddress(row.email))
    return (
      <Button {...at} onClick={() => onFix(number, { name, email: row.email })}>
        Use as shown{spoken}
      </Button>
    )
  if (tab !== 'need' && !row.isEdited) return null
  return (
    <Button {...at} onClick={() => onEdit(number)}>
      Edit{spoken}
    </Button>
  )
}

/** Where the key for the next error moves the focus. */
export const getFocusTarget = (row: ReviewRow): 'name' | 'email' | 'action' => {
  if (!isFixable(row) || (row.suggestion && !isFailed(row) && !row.isEdited)) return 'action'
  return row.field === 'name' || row.field === 'line' ? 'name' : 'email'
}
