/** Two who edit one person: what the other changed beside what was typed here, and the choice between them. */
import { useEffect, useRef } from 'react'
import { ConflictAlert } from '#ui/conflict-alert.tsx'
import classes from './user-conflict-alert.module.css'
import type { Door, Fields } from './use-user-form.ts'
import { roleLabels } from './labels.ts'

const doors: Record<Door, string> = { ACTIVE: 'May sign in', SUSPENDED: 'Suspended' }

const shown = ({ name, role, status }: Partial<Fields>) =>
  [
    { key: 'name', label: 'Name', value: name },
    { key: 'role', label: 'Role', value: role && roleLabels[role] },
    { key: 'status', label: 'Status', value: status && doors[status] },
  ] as const

type Props = {
  submitCount: number
  name: string
  theirs: Partial<Fields>
  mine: Partial<Fields>
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** `submitCount` counts the tries to save: each leads here, where there is something to decide. */
export function UserConflictAlert({ submitCount, name, theirs, mine, onTakeTheirs, onKeepMine }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount > 0) note.current?.focus()
  }, [submitCount])
  const typed = new Map(shown(mine).map(({ key, value }) => [key, value]))
  const changes = shown(theirs).filter(({ value }) => value !== undefined)
  return (
    <ConflictAlert ref={note} title={`${name} was changed by someone else`} onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine}>
      <ul className={classes.changes}>
        {changes.map(({ key, label, value }) => (
          <li key={key}>
            {label} is now <b>{value}</b>
            {typed.get(key) !== undefined && typed.get(key) !== value && (
              <>
                ; yours is <b>{typed.get(key)}</b>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>Nothing of yours was saved, and nothing is lost. “Keep mine” leaves what you did not touch as it is now.</p>
    </ConflictAlert>
  )
}
