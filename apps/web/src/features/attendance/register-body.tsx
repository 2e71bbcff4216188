/** The register of a session on both of its pages: the session, how many have which mark, the students, the keys. */

import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { AttendanceSession } from '@lms/contract/attendance'
import { formatDayAndTime } from '#lib/format-date.ts'
import { useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { withParams } from '#lib/search-params.ts'
import { Alert } from '#ui/alert.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SessionPicker } from './attendance-filters.tsx'
import { listUnmarked } from './attendance-marks.ts'
import { attendanceLabels, AttendanceStatus, statusesByKey } from './attendance-status.tsx'
import { RegisterList } from './register-list.tsx'
import { formatLater, type Register } from './use-register.ts'
import classes from './register.module.css'

type Props = {
  register: Register
  sessions: readonly AttendanceSession[]
  mayMark: boolean
  /** The first row takes the focus whenever it grows. */
  starts: number
  onSession: (sessionId: string) => void
  /** “21 of 24 marked”, if the page does not show it above. */
  counter?: string
  /** How to add students, if there are none. */
  emptyAction?: ReactNode
}

export function RegisterBody({ register, sessions, mayMark, starts, onSession, counter, emptyAction }: Props) {
  const { session, students, enrolledLater } = register
  const { shown, isPart, toAll } = useShownStudents(register)
  return (
    <Stack gap={16}>
      <SessionPicker sessions={sessions} value={session.id} onChange={onSession} />
      <MovedNote key={session.id} session={session} />
      {students.length === 0 ? (
        <EmptyState title={enrolledLater > 0 ? 'Nobody was enrolled at that time' : 'No students in this course'} action={emptyAction}>
          {enrolledLater > 0 ? formatLater(enrolledLater) : 'Students appear here once they are enrolled.'}
        </EmptyState>
      ) : (
        <div>
          {counter && (
            <Text variant="meta" mb={8} role="status">
              {counter}
            </Text>
          )}
          <Counts register={register} />
          {isPart && (
            <Text variant="meta" mb={8} role="status">
              {shown.length} of {students.length} shown: not marked when this was opened.{' '}
              <Link to={toAll} replace>
                Show all
              </Link>
            </Text>
          )}
          <RegisterList register={{ ...register, students: shown }} mayMark={mayMark} starts={starts} />
          {enrolledLater > 0 && (
            <Text variant="meta" mt={12}>
              {formatLater(enrolledLater)}
            </Text>
          )}
          {mayMark && <Keys />}
        </div>
      )}
    </Stack>
  )
}

/** With `show=unmarked` in the address those who were not marked when it was opened: a row stays when it is marked. */
function useShownStudents({ session, students }: Register) {
  const [search] = useSearchParams()
  const key = search.get('show') === 'unmarked' ? session.id : null
  const [kept, setKept] = useState<{ key: string | null; ids: ReadonlySet<string> }>({ key: null, ids: new Set() })
  if (kept.key !== key) setKept({ key, ids: new Set(key === null ? [] : listUnmarked(students, key).map(({ user }) => user.id)) })
  const some = students.filter(({ user }) => kept.ids.has(user.id))
  const isPart = some.length > 0 && some.length < students.length
  return { isPart, shown: isPart ? some : students, toAll: `?${withParams(search, { show: null })}` }
}

/** Marks are kept when a session is moved: this says why its time is another one. */
function MovedNote({ session: { startsAt } }: { session: AttendanceSession }) {
  const [opened] = useState(startsAt)
  if (startsAt === null || startsAt === opened) return null
  return (
    <Alert tone="info" role="status">
      This session moved to {formatDayAndTime(startsAt)}. Marks are kept.
    </Alert>
  )
}

const Counts = ({ register }: { register: Register }) => (
  <Text component="div" variant="meta" mb={8} className={classes.counts}>
    {Object.values(statusesByKey).map((status) => (
      <span key={status}>
        <AttendanceStatus mark={status} isSpoken={false} /> <strong>{register.count(status)}</strong> {attendanceLabels[status]}
      </span>
    ))}
    {register.unmarked > 0 && <UnmarkedLink>{register.unmarked} not marked</UnmarkedLink>}
  </Text>
)

function UnmarkedLink({ children }: { children: ReactNode }) {
  const [search] = useSearchParams()
  return (
    <Link to={`?${withParams(search, { show: 'unmarked' })}`} replace>
      {children}
    </Link>
  )
}

const letters = [
  [['P', 'L', 'E', 'A'], 'mark, then next row'],
  [['N'], 'note'],
  [['H'], 'history'],
] as const
const keys = [
  [['↑', '↓'], 'move'],
  [['Shift', '↓'], 'select several'],
  [['Space'], 'next mark'],
  [['Backspace'], 'clear'],
  [['Ctrl', 'Z'], 'undo'],
] as const

function Keys() {
  const hasLetters = useShortcutsEnabled()
  return (
    <Text component="p" variant="meta" mt={16} className={classes.keys}>
      {[...(hasLetters ? letters : []), ...keys].map(([names, action]) => (
        <span key={action}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {action}
        </span>
      ))}
    </Text>
  )
}

/** Marks who is not marked yet as present, in one call. */
export function MarkRest({ register, onDone }: { register: Register; onDone: () => void }) {
  if (register.unmarked === 0) return null
  const markRest = (): void => {
    register.markRest()
    onDone()
  }
  return <Button onClick={markRest}>Mark {register.unmarked} as present</Button>
}
