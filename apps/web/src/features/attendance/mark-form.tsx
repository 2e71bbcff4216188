/** Marking a week: which session, the notes of the moment, the roster. The screen puts the actions into its header or its dock. */
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { ReactNode } from 'react'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MarkFormAlerts } from './mark-toolbar.tsx'
import { Roster } from './roster.tsx'
import { SessionPicker } from './session-picker.tsx'
import type { MarkForm } from './use-mark-form.ts'
import classes from './mark-form.module.css'

type Props = {
  sheet: AttendanceSheet
  session: AttendanceSession
  marking: MarkForm
  onSession: (sessionId: string) => void
  /** “21 of 24 marked”, where the page has no place for it above. */
  counter?: string
  /** How to add students, where there are none. */
  emptyAction?: ReactNode
}

export function MarkFormBody({ sheet, session, marking, onSession, counter, emptyAction }: Props) {
  const hasLetters = useShortcutsEnabled()
  if (sheet.students.length === 0) {
    return (
      <EmptyState title="No students in this course" action={emptyAction}>
        Students stand here once they are enrolled.
      </EmptyState>
    )
  }
  return (
    <div className={classes.marking}>
      <SessionPicker sessions={sheet.sessions} value={session.id} onChange={onSession} />
      <MarkFormAlerts marking={marking} />
      <div>
        {counter && (
          <p className={classes.counter} role="status">
            {counter}
          </p>
        )}
        <p className={classes.keys}>Keys: up and down to go, {hasLetters ? 'P L E A' : 'left and right'} to mark, Ctrl Enter to save.</p>
        <Roster session={session} students={sheet.students} marking={marking} />
      </div>
    </div>
  )
}
