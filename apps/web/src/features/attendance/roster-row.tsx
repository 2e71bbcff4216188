/** One student of the roster: what is known, the four marks, a remark. */
import { ActionIcon, TextInput } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { AttendancePicker } from '#ui/attendance-picker.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import type { Mark } from './mark-all.ts'
import type { Student } from './attendance-records.ts'
import classes from './roster.module.css'

type Props = { student: Student; mark: Mark; evidence: string; fault?: string | undefined; onChange: (change: Partial<Mark>) => void }

export function RosterRow({ student: { user }, mark, evidence, fault, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const hasRemark = isOpen || mark.remark !== ''
  return (
    <li className={`${classes.row} ${fault ? classes.bad : ''}`} data-row={user.id}>
      <div className={classes.person}>
        <Avatar id={user.id} name={user.name} src={user.profileImageUrl} size={28} />
        <span className={classes.name}>{user.name}</span>
        <span className={classes.evidence}>{evidence}</span>
        {!hasRemark && (
          <ActionIcon aria-label={`Add a remark for ${user.name}`} onClick={() => setOpen(true)}>
            <IconMessagePlus size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.control}>
        <AttendancePicker label={user.name} value={mark.status} onChange={(status) => onChange({ status })} />
      </div>
      {hasRemark && (
        <TextInput
          className={classes.remark}
          size="sm"
          aria-label={`Remark for ${user.name}`}
          placeholder="Remark, seen by staff and the student"
          maxLength={500}
          ref={field}
          value={mark.remark}
          onChange={(event) => onChange({ remark: event.currentTarget.value })}
        />
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          <StatusIcon name="missing" size={16} /> {fault}
        </p>
      )}
    </li>
  )
}
