/** The roster of a session: up and down go from student to student, P L E A mark and go on. */
import type { AttendanceSession } from '@lms/contract/attendance'
import { type KeyboardEvent, useRef } from 'react'
import { getShortcutKey } from '#lib/keyboard-shortcuts.ts'
import { useServerNow } from '#lib/server-clock.ts'
import type { AttendanceMark } from '#ui/attendance-status.tsx'
import { getEvidence, type Student } from './attendance-records.ts'
import { RosterRow } from './roster-row.tsx'
import classes from './roster.module.css'
import type { MarkForm } from './use-mark-form.ts'

const letters: Record<string, AttendanceMark> = { p: 'PRESENT', l: 'LATE', e: 'EXCUSED', a: 'ABSENT' }

type Props = { session: AttendanceSession; students: readonly Student[]; marking: MarkForm }

const isRadio = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement && target.type === 'radio'

export function Roster({ session, students, marking }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const now = useServerNow(60_000)

  const go = (from: number, step: number): void => {
    const student = students[Math.min(Math.max(from + step, 0), students.length - 1)]
    const row = student && list.current?.querySelector(`[data-row="${student.user.id}"]`)
    const radio =
      row?.querySelector<HTMLInputElement>('input[type=radio]:checked') ?? row?.querySelector<HTMLInputElement>('input[type=radio]')
    radio?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (!isRadio(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const id = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
    const index = students.findIndex(({ user }) => user.id === id)
    const student = students[index]
    if (!student) return
    const status = letters[getShortcutKey(event) ?? '']
    if (status) marking.set(student, { status })
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    // The browser's own up and down would change the mark.
    event.preventDefault()
    go(index, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the radio buttons within
    <ul ref={list} className={classes.roster} onKeyDown={onKey} aria-label="Students">
      {students.map((student) => (
        <RosterRow
          key={`${session.id} ${student.user.id}`}
          student={student}
          mark={marking.markOf(student)}
          evidence={getEvidence(student.entries[session.id], session, now)}
          fault={marking.faults[student.user.id]}
          onChange={(change) => marking.set(student, change)}
        />
      ))}
    </ul>
  )
}
