/** A student in a register: evidence, the four marks, a note, and why a mark is not saved. */

import { ActionIcon, Flex, Text, TextInput } from '@mantine/core'
import { type ComponentProps, useEffect, useRef } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import { useDraft } from '#lib/drafts.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconHistory, IconMessage, IconMessagePlus } from '#ui/icons.ts'
import type { Cell, MarkTrouble } from './attendance-marks.ts'
import { formatObjection, getStatus } from './attendance-records.ts'
import { attendanceLabels, AttendancePicker, type RecordedStatus } from './attendance-status.tsx'
import { MarkTroubleLine } from './mark-trouble.tsx'
import { ObjectionLine } from './objection-line.tsx'
import type { AttendanceMarks } from './use-attendance-marks.ts'
import classes from './register.module.css'

type Props = {
  place: ComponentProps<'li'> & { 'data-index': number }
  cell: Cell
  evidence: string
  trouble: MarkTrouble | undefined
  marks: AttendanceMarks
  mayMark: boolean
  /** Its buttons are tab stops. */
  isCurrent: boolean
  isNoting: boolean
  onMark: (status: RecordedStatus | null) => void
  onNote: (isOpen: boolean) => void
  onHistory: () => void
  /** Confirms the mark. */
  onAnswer: () => void
}

export function RegisterRow(props: Props) {
  const { place, cell, evidence, trouble, marks, mayMark, isCurrent, isNoting, onMark, onNote, onHistory, onAnswer } = props
  const { user, entries } = cell.student
  const record = entries[cell.session.id]
  const status = getStatus(record)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <li
      role="row"
      className={classes.row}
      aria-label={`${isolate(user.name)}, ${[attendanceLabels[status ?? 'NOT_TAKEN'], evidence, formatObjection(record)].filter(Boolean).join('. ')}`}
      {...place}
    >
      <Flex role="gridcell" align="center" gap={12} miw={0} mih="var(--h-sm)">
        <Avatar id={user.id} name={user.name} src={user.profileImageUrl} size={28} />
        <span className={classes.name}>{user.name}</span>
        <Text span variant="meta" miw={0}>
          {evidence}
          {record?.remark && !isNoting && <span className={classes.words}> · {record.remark}</span>}
        </Text>
      </Flex>
      <div role="gridcell">
        <AttendancePicker label={user.name} value={status} onChange={onMark} isDisabled={!mayMark} tabIndex={tabIndex} />
      </div>
      <Flex role="gridcell" gap={4} justify="flex-end">
        {status && mayMark && (
          <ActionIcon
            aria-label={`${record?.remark ? 'Change the note' : 'Add a note'} for ${isolate(user.name)}`}
            aria-expanded={isNoting}
            tabIndex={tabIndex}
            onClick={() => onNote(!isNoting)}
          >
            {record?.remark ? <IconMessage size={18} stroke={1.75} aria-hidden /> : <IconMessagePlus size={18} stroke={1.75} aria-hidden />}
          </ActionIcon>
        )}
        {mayMark && (
          <ActionIcon aria-label={`History of ${isolate(user.name)}’s mark`} tabIndex={tabIndex} onClick={onHistory}>
            <IconHistory size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Flex>
      <ObjectionLine record={record} name={user.name} mayMark={mayMark} tabIndex={tabIndex} onAnswer={onAnswer} />
      {isNoting && (
        <div role="gridcell" className={classes.note}>
          <NoteField cell={cell} onSave={(remark) => marks.note(cell, remark)} onClose={() => onNote(false)} />
        </div>
      )}
      {trouble && (
        <div role="gridcell" className={classes.trouble}>
          <MarkTroubleLine trouble={trouble} marks={marks} />
        </div>
      )}
    </li>
  )
}

type NoteProps = { cell: Cell; onSave: (remark: string) => void; onClose: () => void }

/** Saved with Enter, or when it is left; Escape leaves the note as it was. */
function NoteField({ cell: { student, session }, onSave, onClose }: NoteProps) {
  const record = student.entries[session.id]
  const before = record?.remark ?? ''
  const { value, setValue, discard } = useDraft(`attendance-note:${session.id}:${student.user.id}`, before)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isMarked = getStatus(record) !== null
  const isLeft = useRef(false)
  const leave = (isSaved: boolean): void => {
    if (isLeft.current) return
    isLeft.current = true
    if (isSaved && value.trim() !== before) onSave(value)
    discard()
    onClose()
  }
  return (
    <TextInput
      size="sm"
      aria-label={`Note for ${isolate(student.user.name)}`}
      placeholder={isMarked ? 'Note, seen by staff and the student' : 'Mark the student first'}
      maxLength={500}
      disabled={!isMarked}
      ref={field}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        leave(event.key === 'Enter')
      }}
    />
  )
}
