/** Changing a person: name, role, and whether they may sign in. */
import { grantableRoles } from '@lms/contract/policy'
import type { UserDetails } from '@lms/contract/users'
import { TextInput } from '@mantine/core'
import { useSession } from '#lib/session.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ConflictAlert, FormPage, FormSection, ReadOnlyField } from '#ui/form-page.tsx'
import { Alert } from '#ui/alert.tsx'
import { type AccountStatus, type Fields, useUserForm } from './use-user-form.ts'
import { RoleChoice } from './user-form.tsx'
import { mayRemove, roleEffect, roleLabels } from './labels.ts'
import { useEffect, useRef } from 'react'
import classes from './users.module.css'

const statusLabels: Record<AccountStatus, string> = { ACTIVE: 'May sign in', SUSPENDED: 'Suspended' }

const toRows = ({ name, role, status }: Partial<Fields>) =>
  [
    { key: 'name', label: 'Name', value: name },
    { key: 'role', label: 'Role', value: role && roleLabels[role] },
    { key: 'status', label: 'Status', value: status && statusLabels[status] },
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
function UserConflictAlert({ submitCount, name, theirs, mine, onTakeTheirs, onKeepMine }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount > 0) note.current?.focus()
  }, [submitCount])
  const typed = new Map(toRows(mine).map(({ key, value }) => [key, value]))
  const changes = toRows(theirs).filter(({ value }) => value !== undefined)
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

function StatusChoice({
  person,
  value,
  onChange,
}: {
  person: UserDetails
  value: AccountStatus
  onChange: (value: AccountStatus) => void
}) {
  const active =
    person.status === 'INVITED' ? { label: 'Invited', help: 'Has not chosen a password yet.' } : { label: 'Active', help: 'May sign in.' }
  return (
    <RadioCards
      label="Status"
      id="status"
      value={value}
      onChange={onChange}
      choices={[
        { value: 'ACTIVE', ...active },
        { value: 'SUSPENDED', label: 'Suspended', help: 'Is signed out at once and cannot sign in. Everything else stays.' },
      ]}
    />
  )
}

const changesText = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

export function EditUserForm({ person }: { person: UserDetails }) {
  const me = useSession((session) => session.user)
  const { form, mine, theirs, submitCount, takeTheirs, keepMine, send, isPending } = useUserForm(person)
  const { values } = form
  const isOther = me !== null && mayRemove(me, person)
  const changes = Object.keys(mine).length
  return (
    <FormPage
      form={{ ...form, restoredFrom: changes > 0 ? form.restoredFrom : null, clear: takeTheirs }}
      onSubmit={form.submit(send)}
      submitLabel="Save changes"
      isPending={isPending}
      hasActions={changes > 0}
      isSticky
      state={changesText(changes)}
    >
      {theirs && (
        <UserConflictAlert
          submitCount={submitCount}
          name={person.name}
          theirs={theirs}
          mine={mine}
          onTakeTheirs={takeTheirs}
          onKeepMine={keepMine}
        />
      )}
      <FormSection>
        <TextInput label="Name" autoComplete="off" {...form.inputProps('name')} />
        <ReadOnlyField label="Email" help="Used to sign in. Cannot be changed.">
          {person.email}
        </ReadOnlyField>
        {isOther ? (
          <RoleChoice roles={me ? grantableRoles(me.role) : []} {...form.field('role')} />
        ) : (
          <ReadOnlyField label="Role" help="Nobody changes their own role, nor suspends or deletes themselves. Another super admin can.">
            {roleLabels[person.role]}
          </ReadOnlyField>
        )}
        {values.role !== person.role && (
          <Alert tone="warn" role="status" title={`${roleLabels[person.role]} becomes ${roleLabels[values.role].toLowerCase()}`}>
            {roleEffect(person.name, person.role, values.role, person.courses)}
          </Alert>
        )}
        {isOther && <StatusChoice person={person} {...form.field('status')} />}
      </FormSection>
    </FormPage>
  )
}
