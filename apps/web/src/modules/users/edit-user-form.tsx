/** Changing a person: name, role, and whether they may sign in. */
import type { Role } from '@lms/contract/policy'
import type { UserDetails } from '@lms/contract/users'
import { TextInput } from '@mantine/core'
import { useForm } from '#lib/form.ts'
import { useSession } from '#lib/session.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { FixedField } from '#ui/fixed-field.tsx'
import { FormPage } from '#ui/form-page.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Note } from '#ui/note.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateUser } from './queries.ts'
import { RoleChoice } from './user-form.tsx'
import { grantableRoles, mayRemove, roleEffect, roleWords } from './words.ts'

type Door = 'ACTIVE' | 'SUSPENDED'
type Values = { name: string; role: Role; status: Door }

const valuesOf = ({ name, role, status }: Pick<UserDetails, 'name' | 'role' | 'status'>): Values => ({
  name,
  role,
  status: status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
})

function StatusChoice({ person, value, onChange }: { person: UserDetails; value: Door; onChange: (value: Door) => void }) {
  const active =
    person.status === 'INVITED' ? { label: 'Invited', help: 'Has not chosen a password yet.' } : { label: 'Active', help: 'May sign in.' }
  return (
    <ChoiceCards
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

/** Only what was changed is sent: a role that is not touched is nobody's to question. */
function changesOf(values: Values, initial: Values): Partial<Values> {
  return {
    ...(values.name.trim() !== initial.name && { name: values.name.trim() }),
    ...(values.role !== initial.role && { role: values.role }),
    ...(values.status !== initial.status && { status: values.status }),
  }
}

export function EditUserForm({ person }: { person: UserDetails }) {
  const me = useSession((session) => session.user)
  const initial = valuesOf(person)
  const form = useForm<Values>({
    draft: `user:${person.id}`,
    initial,
    check: ({ name }) => (name.trim() ? {} : { name: 'Enter the name' }),
  })
  const update = useUpdateUser()
  const { values, set, fault } = form
  const isOther = me !== null && mayRemove(me, person)
  const send = (): void =>
    update.mutate(
      { params: { id: person.id }, body: changesOf(values, initial) },
      {
        onSuccess: (saved) => {
          form.saved(values, valuesOf(saved))
          notify.ok(`${saved.name} is saved`)
        },
        onError: form.fail,
      },
    )
  return (
    <FormPage
      form={form}
      onSubmit={form.submit(send)}
      deed="Save changes"
      isPending={update.isPending}
      hasActions={form.isChanged}
      isSticky
      state={form.changes === 1 ? '1 change' : `${form.changes} changes`}
    >
      <FormSection>
        <TextInput
          id="name"
          label="Name"
          autoComplete="off"
          value={values.name}
          error={fault('name')}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <FixedField label="Email" help="It names the account and cannot be changed.">
          {person.email}
        </FixedField>
        {isOther ? (
          <RoleChoice
            roles={me ? grantableRoles(me.role) : []}
            value={values.role}
            error={fault('role')}
            onChange={(role) => set('role', role)}
          />
        ) : (
          <FixedField label="Role" help="Nobody changes their own role, nor suspends or deletes themselves. Another super admin can.">
            {roleWords[person.role]}
          </FixedField>
        )}
        {values.role !== person.role && (
          <Note tone="warn" role="status" title={`${roleWords[person.role]} becomes ${roleWords[values.role].toLowerCase()}`}>
            {roleEffect(person.name, person.role, values.role)}
          </Note>
        )}
        {isOther && <StatusChoice person={person} value={values.status} onChange={(status) => set('status', status)} />}
      </FormSection>
    </FormPage>
  )
}
