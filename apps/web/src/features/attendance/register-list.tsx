/** The students of a register in rows: arrows move, with Shift they choose several, and one key marks them. */

import { type ComponentProps, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { getShortcutKey } from '#lib/keyboard-shortcuts.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useVirtualRows } from '#ui/virtual-grid.ts'
import { keyOfCell } from './attendance-marks.ts'
import { getEvidence, getStatus, type Student } from './attendance-records.ts'
import { getNextStatus, statusesByKey } from './attendance-status.tsx'
import { RecordHistory } from './record-history.tsx'
import { RegisterRow } from './register-row.tsx'
import type { Register } from './use-register.ts'
import classes from './register.module.css'

/** Pixels of a row without a note. */
const rowHeight = 51

type Range = { from: number; to: number }
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
  const [range, setRange] = useState<Range | null>(null)
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
  return {
    ...virtual,
    current: Math.min(current, count - 1),
    range,
    setRange,
    go,
    onFocus: ({ target }: FocusEvent): void => {
      const index = findIndex(target)
      if (index < 0) return
      virtual.keep(index)
      setCurrent(index)
    },
  }
}

type Props = {
  register: Register
  mayMark: boolean
  /** The first row takes the focus whenever it grows. */
  starts: number
}

export function RegisterList({ register, mayMark, starts }: Props) {
  const { students, session, marks, mark, toCell } = register
  const rows = useRows(students.length, starts)
  const { range, setRange, current, go } = rows
  const [noted, setNoted] = useState<string | null>(null)
  const [asked, setAsked] = useState<Student | null>(null)
  const now = useServerNow(60_000)

  const listChosen = (index: number): Student[] => students.filter((_, at) => (range ? isIn(range, at) : at === index))
  const extend = (from: number, to: number): void => {
    setRange({ from: range?.from ?? from, to: Math.min(Math.max(to, 0), students.length - 1) })
    go(to)
  }
  const actions = (index: number): Record<string, () => void> => ({
    n: () => setNoted(students[index]!.user.id),
    h: () => setAsked(students[index]!),
    ...Object.fromEntries(
      Object.entries(statusesByKey).map(([key, status]) => [
        key,
        () => {
          mark(listChosen(index), status)
          const last = range ? Math.max(range.from, range.to) : index
          setRange(null)
          go(last + 1)
        },
      ]),
    ),
  })
  /** Whether the key was one of the register's. */
  const press = (event: KeyboardEvent, index: number): boolean => {
    const isCtrl = event.ctrlKey || event.metaKey
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && event.shiftKey) extend(index, index + step)
    else if (step) {
      setRange(null)
      go(index + step)
    } else if (!mayMark || event.altKey) return false
    else if (isCtrl && event.key.toLowerCase() === 'z') marks.undo()
    else if (isCtrl) return false
    else if (event.key === 'Escape' && range) setRange(null)
    else if (event.key === 'Delete' || event.key === 'Backspace') mark(listChosen(index), null)
    else if (event.key === ' ' && isRow(event.target))
      mark(listChosen(index), getNextStatus(getStatus(students[index]!.entries[session.id])))
    else {
      const action = actions(index)[getShortcutKey(event) ?? '']
      if (!action) return false
      action()
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = findIndex(event.target)
    // By default, up and down would select another radio button.
    if (students[index] && !isText(event.target) && press(event, index)) event.preventDefault()
  }
  const onClick = (event: MouseEvent): void => {
    const index = findIndex(event.target)
    if (index < 0 || isText(event.target)) return
    if (!event.shiftKey) return setRange(null)
    event.preventDefault()
    event.stopPropagation()
    extend(current, index)
  }
  const place = (index: number, before: number): ComponentProps<'li'> & { 'data-index': number } => ({
    'data-index': index,
    'aria-rowindex': index + 1,
    'aria-selected': isIn(range, index),
    tabIndex: index === current ? 0 : -1,
    ref: rows.measure,
    style: { marginTop: before },
  })
  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid whose rows take the focus */}
      <ul
        ref={rows.list}
        role="grid"
        aria-label="Students"
        aria-multiselectable
        aria-rowcount={students.length}
        className={classes.rows}
        onKeyDown={onKeyDown}
        onFocus={rows.onFocus}
        onClickCapture={onClick}
        // The words between would be selected.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-element-to-interactive-role */}
        {rows.rows.map(({ index, before }) => {
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
            />
          )
        })}
        {rows.after > 0 && <li aria-hidden style={{ height: rows.after }} />}
      </ul>
      {asked && <RecordHistory courseId={register.courseId} cell={toCell(asked)} onClose={() => setAsked(null)} />}
    </>
  )
}
