/** The students of a register in rows: arrows move, with Shift they choose several, and one key marks them. */

import { type ComponentProps, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { getShortcutKey } from '#lib/keyboard-shortcuts.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useVirtualRows } from '#ui/virtual-grid.ts'
import { keyOfCell } from './attendance-marks.ts'
import { getEvidence, getStatus, type Student } from './attendance-records.ts'
import { getNextStatus, type RecordedStatus, statusesByKey } from './attendance-status.tsx'
import { RecordHistory } from './record-history.tsx'
import { RegisterRow } from './register-row.tsx'
import type { Register } from './use-register.ts'
import classes from './register.module.css'

/** Pixels of a row without a note. */
const rowHeight = 51

type Range = { from: number; to: number }
function findRange(students: readonly Student[], chosen: { from: string; to: string } | null): Range | null {
  const find = (id: string) => students.findIndex(({ user }) => user.id === id)
  const range = chosen && { from: find(chosen.from), to: find(chosen.to) }
  return range && range.from >= 0 && range.to >= 0 ? range : null
}
const isIn = (range: Range | null, index: number): boolean =>
  range !== null && index >= Math.min(range.from, range.to) && index <= Math.max(range.from, range.to)

const findIndex = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1
const isText = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === 'text'
const isRow = (target: EventTarget): boolean => target instanceof HTMLElement && target.matches('[data-index]')

/** The row that has the focus, and those chosen together with it. */
function useRows(count: number, starts: number) {
  const virtual = useVirtualRows(count, rowHeight)
  const [current, setCurrent] = useState(0)
  const go = (to: number): void => {
    const index = Math.min(Math.max(to, 0), count - 1)
    setCurrent(index)
    virtual.show(index)
    virtual.list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus()
  }
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    // Drawn first, which an effect cannot wait for.
    if (starts > 0) queueMicrotask(() => latest.current(0))
  }, [starts])
  const onFocus = ({ target }: FocusEvent): void => {
    const index = findIndex(target)
    if (index < 0) return
    virtual.keep(index)
    setCurrent(index)
  }
  return { ...virtual, current: Math.min(current, count - 1), go, onFocus }
}

type Keys = {
  register: Register
  mayMark: boolean
  current: number
  go: (to: number) => void
  onNote: (student: Student) => void
  onHistory: (student: Student) => void
}

/** The rows chosen with Shift, and what the keys do with them. */
function useRegisterKeys({ register, mayMark, current, go, onNote, onHistory }: Keys) {
  const { students, session, marks, mark } = register
  // By their ids: a refetch may add or remove students while the range is selected.
  const [chosen, setChosen] = useState<{ from: string; to: string } | null>(null)
  const range = findRange(students, chosen)
  const setRange = (next: Range | null): void => setChosen(next && { from: students[next.from]!.user.id, to: students[next.to]!.user.id })
  const listChosen = (index: number): Student[] => students.filter((_, at) => (range ? isIn(range, at) : at === index))
  const extend = (from: number, to: number): void => {
    setRange({ from: range?.from ?? from, to: Math.min(Math.max(to, 0), students.length - 1) })
    go(to)
  }
  const markAndGo = (index: number, status: RecordedStatus): void => {
    mark(listChosen(index), status)
    setRange(null)
    go((range ? Math.max(range.from, range.to) : index) + 1)
  }
  const move = (index: number, step: number, isRange: boolean): void => {
    if (isRange) return extend(index, index + step)
    setRange(null)
    go(index + step)
  }
  /** What a key does with the chosen rows; undefined for others. */
  const toAction = (event: KeyboardEvent, index: number): (() => void) | undefined => {
    if (!mayMark || event.altKey) return undefined
    if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'z' ? marks.undo : undefined
    if (event.key === 'Escape') return range ? () => setRange(null) : undefined
    if (event.key === 'Delete' || event.key === 'Backspace') return () => mark(listChosen(index), null)
    if (event.key === ' ')
      return isRow(event.target) ? () => mark(listChosen(index), getNextStatus(getStatus(students[index]!.entries[session.id]))) : undefined
    const key = getShortcutKey(event) ?? ''
    const status = statusesByKey[key]
    if (status) return () => markAndGo(index, status)
    return { n: () => onNote(students[index]!), h: () => onHistory(students[index]!) }[key]
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = findIndex(event.target)
    if (!students[index] || isText(event.target)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const action = step ? () => move(index, step, event.shiftKey) : toAction(event, index)
    if (!action) return
    // By default, up and down would select another radio button.
    event.preventDefault()
    action()
  }
  const onClickCapture = (event: MouseEvent): void => {
    const index = findIndex(event.target)
    if (index < 0 || isText(event.target)) return
    if (!event.shiftKey) return setRange(null)
    event.preventDefault()
    event.stopPropagation()
    extend(current, index)
  }
  return { range, onKeyDown, onClickCapture }
}

type Props = {
  register: Register
  mayMark: boolean
  /** The first row takes the focus whenever it grows. */
  starts: number
}

export function RegisterList({ register, mayMark, starts }: Props) {
  const { courseId, students, session, marks, mark, toCell } = register
  const { list, rows, after, measure, current, go, onFocus } = useRows(students.length, starts)
  const [noted, setNoted] = useState<string | null>(null)
  const [asked, setAsked] = useState<Student | null>(null)
  const keys = { register, mayMark, current, go, onNote: ({ user }: Student) => setNoted(user.id), onHistory: setAsked }
  const { range, onKeyDown, onClickCapture } = useRegisterKeys(keys)
  const now = useServerNow(60_000)
  const place = (index: number, before: number): ComponentProps<'li'> & { 'data-index': number } => ({
    'data-index': index,
    'aria-rowindex': index + 1,
    'aria-selected': isIn(range, index),
    tabIndex: index === current ? 0 : -1,
    ref: measure,
    style: { marginTop: before },
  })
  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid whose rows take the focus */}
      <ul
        ref={list}
        role="grid"
        aria-label="Students"
        aria-multiselectable
        aria-rowcount={students.length}
        className={classes.rows}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClickCapture={onClickCapture}
        // The words between would be selected.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-element-to-interactive-role */}
        {rows.map(({ index, before }) => {
          const student = students[index]!
          const cell = toCell(student)
          return (
            <RegisterRow
              key={`${session.id} ${student.user.id}`}
              place={place(index, before)}
              cell={cell}
              evidence={getEvidence(student, session, now)}
              trouble={marks.troubles[keyOfCell(cell)]}
              marks={marks}
              mayMark={mayMark}
              isCurrent={index === current}
              isNoting={noted === student.user.id}
              onMark={(status) => mark([student], status)}
              onNote={(isOpen) => {
                setNoted(isOpen ? student.user.id : null)
                if (!isOpen) go(index)
              }}
              onHistory={() => setAsked(student)}
              onAnswer={() => {
                mark([student], getStatus(student.entries[session.id]))
                go(index)
              }}
            />
          )
        })}
        {after > 0 && <li aria-hidden style={{ height: after }} />}
      </ul>
      {asked && <RecordHistory courseId={courseId} cell={toCell(asked)} onClose={() => setAsked(null)} />}
    </>
  )
}
