/** Changing a person: name, role, and whether they may sign in. */
import { grantableRoles } from '@lms/contract/policy'
import type { UserDetails } from '@lms/contract/users'
import { TextInput } from '@mantine/core'
import { useSession } from '#lib/session.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ReadOnlyField } from '#ui/read-only-field.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Alert } from '#ui/alert.tsx'
import { UserConflictAlert } from './user-conflict-alert.tsx'
import { type Door, useUserForm } from './use-user-form.ts'
import { RoleChoice } from './user-form.tsx'
import { mayRemove, roleEffect, roleLabels } from './labels.ts'

function StatusChoice({ person, value, onChange }: { person: UserDetails; value: Door; onChange: (value: Door) => void }) {
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
        <ReadOnlyField label="Email" help="It names the account and cannot be changed.">
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
