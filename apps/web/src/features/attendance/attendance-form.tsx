/** Marking a week: the session, alerts, the list of students, and the actions, which the screen puts into its header or its dock. */

import { ActionIcon, Button, Flex, Stack, Text, TextInput } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import { isolate } from '@lms/contract/rules/direction'
import { getShortcutKey, useShortcutsEnabled } from '#lib/keyboard-shortcuts.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DraftRestoredAlert } from '#ui/form-page.tsx'
import { IconMessagePlus } from '#ui/icons.ts'
import { SaveStatus } from '#ui/status-badge.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import { useVirtualRows } from '#ui/virtual-grid.ts'
import { SessionPicker } from './attendance-filters.tsx'
import { getEvidence, type Student } from './attendance-records.ts'
import { type RecordedStatus, AttendancePicker } from './attendance-status.tsx'
import type { FormRecord, AttendanceForm } from './use-attendance-form.ts'
import classes from './attendance-form.module.css'

const statusesByKey: Record<string, RecordedStatus> = { p: 'PRESENT', l: 'LATE', e: 'EXCUSED', a: 'ABSENT' }

type RosterProps = { session: AttendanceSession; students: readonly Student[]; marking: AttendanceForm }

const isRadio = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement && target.type === 'radio'

/** Pixels of a row without a note. */
const rowHeight = 55

/** The roster of a session: up and down go from student to student, P L E A mark and go on. */
function Roster({ session, students, marking }: RosterProps) {
  const { list, rows, after, measure, show, keep } = useVirtualRows(students.length, rowHeight)
  const now = useServerNow(60_000)

  const go = (from: number, step: number): void => {
    const index = Math.min(Math.max(from + step, 0), students.length - 1)
    show(index)
    const row = list.current?.querySelector(`[data-index="${index}"]`)
    const radio =
      row?.querySelector<HTMLInputElement>('input[type=radio]:checked') ?? row?.querySelector<HTMLInputElement>('input[type=radio]')
    radio?.focus()
  }
  const indexOf = (target: EventTarget): number =>
    target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1
  const onKey = (event: KeyboardEvent): void => {
    if (!isRadio(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const index = indexOf(event.target)
    const student = students[index]
    if (!student) return
    const status = statusesByKey[getShortcutKey(event) ?? '']
    if (status) marking.set(student, { status })
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    // By default, up and down would select another radio button.
    event.preventDefault()
    go(index, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the radio buttons within
    <ul ref={list} className={classes.roster} onKeyDown={onKey} onFocus={({ target }) => keep(indexOf(target))} aria-label="Students">
      {rows.map(({ index, before }) => {
        const student = students[index]!
        return (
          <RosterRow
            key={`${session.id} ${student.user.id}`}
            place={{
              'data-index': index,
              'aria-posinset': index + 1,
              'aria-setsize': students.length,
              ref: measure,
              style: { marginTop: before },
            }}
            student={student}
            mark={marking.recordOf(student)}
            evidence={getEvidence(student, session, now)}
            error={marking.errors[student.user.id]}
            onChange={(change) => marking.set(student, change)}
          />
        )
      })}
      {after > 0 && <li aria-hidden style={{ height: after }} />}
    </ul>
  )
}

type RosterRowProps = {
  place: ComponentProps<'li'> & { 'data-index': number }
  student: Student
  mark: FormRecord
  evidence: string
  error?: string | undefined
  onChange: (change: Partial<FormRecord>) => void
}

/** One student: the evidence, the four marks, a note. */
function RosterRow({ place, student: { user }, mark, evidence, error, onChange }: RosterRowProps) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const hasRemark = isOpen || mark.remark !== ''
  return (
    <li className={classes.markFormRow} {...place}>
      <Flex align="center" gap={12} miw={0} mih="var(--h-sm)">
        <Avatar id={user.id} name={user.name} src={user.profileImageUrl} size={28} />
        <span className={classes.markFormName}>{user.name}</span>
        <Text span variant="meta" miw={0}>
          {evidence}
        </Text>
        {!hasRemark && (
          <ActionIcon aria-label={`Add a note for ${isolate(user.name)}`} onClick={() => setOpen(true)}>
            <IconMessagePlus size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Flex>
      <div>
        <AttendancePicker label={user.name} value={mark.status} onChange={(status) => onChange({ status })} />
      </div>
      {hasRemark && (
        <TextInput
          className={classes.remark}
          size="sm"
          aria-label={`Note for ${isolate(user.name)}`}
          placeholder="Note, seen by staff and the student"
          maxLength={500}
          ref={field}
          value={mark.remark}
          onChange={(event) => onChange({ remark: event.currentTarget.value })}
        />
      )}
      {error && (
        <p className={classes.error} role="alert">
          <StatusIcon name="missing" size={16} /> {error}
        </p>
      )}
    </li>
  )
}

type Props = {
  sheet: AttendanceSheet
  session: AttendanceSession
  marking: AttendanceForm
  onSession: (sessionId: string) => void
  /** “21 of 24 marked”, if the page does not show it above. */
  counter?: string
  /** How to add students, if there are none. */
  emptyAction?: ReactNode
}

export function AttendanceFormBody({ sheet, session, marking, onSession, counter, emptyAction }: Props) {
  const hasLetters = useShortcutsEnabled()
  if (sheet.students.length === 0) {
    return (
      <EmptyState title="No students in this course" action={emptyAction}>
        Students appear here once they are enrolled.
      </EmptyState>
    )
  }
  return (
    <Stack gap={20}>
      <SessionPicker sessions={sheet.sessions} value={session.id} onChange={onSession} />
      <AttendanceFormAlerts marking={marking} />
      <div>
        {counter && (
          <Text variant="meta" mb={8} role="status">
            {counter}
          </Text>
        )}
        <Text variant="caption" className={classes.markFormKeys}>
          Up and down arrows move, {hasLetters ? 'P L E A' : 'left and right'} mark, Ctrl Enter saves.
        </Text>
        <Roster session={session} students={sheet.students} marking={marking} />
      </div>
    </Stack>
  )
}

export const formatMarkedCount = ({ marked, unmarked }: AttendanceForm): string => `${marked} of ${marked + unmarked} marked`

/** Whether the marks are saved. */
export function AttendanceFormState({ marking }: { marking: AttendanceForm }) {
  const retry = (): void => void marking.save()
  if (marking.isWaiting) return <SaveStatus state="offline" />
  if (marking.isSaving) return <SaveStatus state="saving" />
  if (marking.failure) return <SaveStatus state="failed" onRetry={retry} />
  if (marking.changed > 0) return <span role="status">{marking.changed} unsaved</span>
  return marking.savedAt ? <SaveStatus state="saved" at={marking.savedAt} /> : null
}

/** The primary button saves if there are unsaved marks; else it marks the rest of the class as present. */
export function AttendanceFormActions({ marking }: { marking: AttendanceForm }) {
  const { changed, unmarked, isSaving } = marking
  useEffect(() => {
    const save = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void marking.save()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  })
  return (
    <>
      {unmarked > 0 && (
        <Button variant={changed > 0 ? 'default' : 'filled'} onClick={marking.restPresent}>
          Mark {unmarked} as present
        </Button>
      )}
      {changed > 0 && !marking.isWaiting && (
        <Button loading={isSaving} onClick={() => void marking.save()}>
          Save {changed} {changed === 1 ? 'mark' : 'marks'}
        </Button>
      )}
    </>
  )
}

function AttendanceFormAlerts({ marking }: { marking: AttendanceForm }) {
  const named = Object.keys(marking.errors).length
  return (
    <>
      {marking.failure && (
        <Alert tone="bad" role="alert" title="Nothing was saved">
          {marking.failure} {named > 0 ? 'The rows are named below.' : 'Your marks are kept on this device.'}
        </Alert>
      )}
      <DraftRestoredAlert from={marking.failure ? null : marking.restoredFrom} onDiscard={marking.discard} />
    </>
  )
}
