/** Editing a user: name, role and status. Changes made by others at the same time are shown. */

import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { grantableRoles, type Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { UserDetails } from '@lms/contract/users'
import { type Form, useForm } from '#lib/form.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from '#ui/alert.tsx'
import { ReadOnlyField, FormPage, FormSection, ConflictAlert } from '#ui/form-page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateUser } from './api.ts'
import { mayRemove, roleEffect } from './labels.ts'
import { roleLabels } from './role-labels.ts'
import { RoleChoice } from './user-form.tsx'
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

/** `submitCount` counts attempts to save: each focuses this, if there is something to decide. */
function UserConflictAlert({ submitCount, name, theirs, mine, onTakeTheirs, onKeepMine }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount > 0) note.current?.focus()
  }, [submitCount])
  const typed = new Map(toRows(mine).map(({ key, value }) => [key, value]))
  const changes = toRows(theirs).filter(({ value }) => value !== undefined)
  return (
    <ConflictAlert ref={note} title={`${isolate(name)} was changed by someone else`} onTakeTheirs={onTakeTheirs} onKeepMine={onKeepMine}>
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
      <p>Your changes were not saved, but they are still here. “Keep mine” saves only what you changed.</p>
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
      form={{ ...form, restoredFrom: changes > 0 ? form.restoredFrom : null, discard: takeTheirs }}
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
        {isOther ? (
          <RoleChoice roles={me ? grantableRoles(me.role) : []} {...form.field('role')} />
        ) : (
          <ReadOnlyField label="Role" help="You cannot change your own role, suspend yourself or delete yourself. Another super admin can.">
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

type AccountStatus = 'ACTIVE' | 'SUSPENDED'
type Fields = { name: string; role: Role; status: AccountStatus }
/** `seen` contains the stored values when typing began, and is saved with the draft. */
type Values = Fields & { seen: Fields & { version: number } }

type Known = Pick<UserDetails, 'name' | 'role' | 'status' | 'version'>

const toFields = ({ name, role, status }: Known): Fields => ({ name, role, status: status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE' })
const toValues = (person: Known): Values => ({ ...toFields(person), seen: { ...toFields(person), version: person.version } })

/** The fields that differ in `next` from `before`. */
function getChanges(before: Fields, next: Fields): Partial<Fields> {
  return {
    ...(next.name.trim() !== before.name && { name: next.name.trim() }),
    ...(next.role !== before.role && { role: next.role }),
    ...(next.status !== before.status && { status: next.status }),
  }
}

/** The changes that are not yet in `there`. */
const omitApplied = (changes: Partial<Fields>, there: Fields): Partial<Fields> => {
  const now = getChanges(there, { ...there, ...changes })
  return Object.fromEntries(Object.entries(changes).filter(([field]) => field in now))
}

/** The user's input on top of the stored values. */
const mergedWith = (person: Known, mine: Partial<Fields>): Values => ({ ...toValues(person), ...mine })

type UserForm = {
  form: Form<Values>
  /** Only edited fields are sent, so an untouched role needs no permission. */
  mine: Partial<Fields>
  /** Changes by others since typing began, until decided. */
  theirs: Partial<Fields> | null
  /** Attempts to save that failed because of these changes. */
  submitCount: number
  takeTheirs: () => void
  keepMine: () => void
  send: () => void
  isPending: boolean
}

function useUserForm(person: UserDetails): UserForm {
  const client = useQueryClient()
  // Also if the page was left before the response: saved input is no draft.
  const update = useUpdateUser({ onSaved: (saved) => void form.saved(toValues(saved)) })
  const form: Form<Values> = useForm<Values>({
    draft: `person:${person.id}`,
    initial: toValues(person),
    check: ({ name }) => (name.trim() ? {} : { name: 'Enter the name' }),
  })
  const { values, discard } = form
  const isOld = values.seen.version < person.version
  // Input that is stored by now causes no conflict: a save of one's own whose response came too late, or the same change by someone else.
  const mine = isOld ? omitApplied(getChanges(values.seen, values), toFields(person)) : getChanges(values.seen, values)
  const isTyped = Object.keys(mine).length > 0
  const found = omitApplied(getChanges(values.seen, toFields(person)), values)
  const theirs = isOld && isTyped && Object.keys(found).length > 0 ? found : null
  const isSilent = isOld && !theirs

  useEffect(() => {
    // Nothing to ask: nothing was typed, or nothing shown here was changed.
    if (isSilent && isTyped) form.replace(mergedWith(person, mine))
    else if (isSilent) discard(toValues(person))
  })
  const [submitCount, setSubmitCount] = useState(0)
  const meet = (): void => setSubmitCount((count) => count + 1)
  const save = (): void => {
    update.mutate(
      { params: { id: person.id }, body: { ...mine, version: values.seen.version } },
      {
        onSuccess: (saved) => void notify.success(`${isolate(saved.name)} is saved`),
        onError: (error) => {
          if (error.problem !== 'version-conflict') return form.fail(error)
          meet()
          void client.invalidateQueries({ queryKey: ['users'] })
        },
      },
    )
  }
  return {
    form,
    mine,
    theirs,
    takeTheirs: () => discard(toValues(person)),
    keepMine: () => form.replace(mergedWith(person, mine)),
    submitCount,
    send: theirs ? meet : save,
    isPending: update.isPending,
  }
}
