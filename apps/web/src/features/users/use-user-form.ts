/** The form of a person whom others may edit at the same time: it knows what it began from, and meets what was changed since. */
import type { Role } from '@lms/contract/policy'
import type { UserDetails } from '@lms/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Form, useForm } from '#lib/form.ts'
import { notify } from '#ui/toasts.tsx'
import { useUpdateUser } from './api.ts'

export type AccountStatus = 'ACTIVE' | 'SUSPENDED'
export type Fields = { name: string; role: Role; status: AccountStatus }
/** `seen` holds the stored values when typing began, and is kept with the draft. */
type Values = Fields & { seen: Fields & { version: number } }

type Known = Pick<UserDetails, 'name' | 'role' | 'status' | 'version'>

const toFields = ({ name, role, status }: Known): Fields => ({ name, role, status: status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE' })
const toValues = (person: Known): Values => ({ ...toFields(person), seen: { ...toFields(person), version: person.version } })

/** What is another in `next` than in `before`. */
function getChanges(before: Fields, next: Fields): Partial<Fields> {
  return {
    ...(next.name.trim() !== before.name && { name: next.name.trim() }),
    ...(next.role !== before.role && { role: next.role }),
    ...(next.status !== before.status && { status: next.status }),
  }
}

/** Those of the changes that are not in `there` already. */
const omitApplied = (changes: Partial<Fields>, there: Fields): Partial<Fields> => {
  const now = getChanges(there, { ...there, ...changes })
  return Object.fromEntries(Object.entries(changes).filter(([field]) => field in now))
}

/** What somebody typed, on top of what is stored now. */
const mergedWith = (person: Known, mine: Partial<Fields>): Values => ({ ...toValues(person), ...mine })

export type UserForm = {
  form: Form<Values>
  /** Only what was typed is sent: a role that is not touched is nobody's to question. */
  mine: Partial<Fields>
  /** What somebody else changed since the typing began, until it is decided. */
  theirs: Partial<Fields> | null
  /** Tries to save that met these changes. */
  submitCount: number
  takeTheirs: () => void
  keepMine: () => void
  send: () => void
  isPending: boolean
}

export function useUserForm(person: UserDetails): UserForm {
  const client = useQueryClient()
  const sent = useRef<Values | null>(null)
  // Also where the page was left before the answer: what was saved is no draft.
  const update = useUpdateUser({ onSaved: (saved) => sent.current && form.saved(sent.current, toValues(saved)) })
  const form: Form<Values> = useForm<Values>({
    draft: `person:${person.id}`,
    initial: toValues(person),
    check: ({ name }) => (name.trim() ? {} : { name: 'Enter the name' }),
  })
  const { values, clear } = form
  const isOld = values.seen.version < person.version
  // What was typed and is stored by now needs no question: a save of one's own whose answer came too late, or the same by somebody else.
  const mine = isOld ? omitApplied(getChanges(values.seen, values), toFields(person)) : getChanges(values.seen, values)
  const isTyped = Object.keys(mine).length > 0
  const found = omitApplied(getChanges(values.seen, toFields(person)), values)
  const theirs = isOld && isTyped && Object.keys(found).length > 0 ? found : null
  const isSilent = isOld && !theirs

  useEffect(() => {
    // Nothing to ask: nothing was typed, or nothing shown here was changed.
    if (isSilent && isTyped) form.replace(mergedWith(person, mine))
    else if (isSilent) clear(toValues(person))
  })
  const [submitCount, setSubmitCount] = useState(0)
  const meet = (): void => setSubmitCount((count) => count + 1)
  const save = (): void => {
    sent.current = values
    update.mutate(
      { params: { id: person.id }, body: { ...mine, version: values.seen.version } },
      {
        onSuccess: (saved) => void notify.success(`${saved.name} is saved`),
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
    takeTheirs: () => clear(toValues(person)),
    keepMine: () => form.replace(mergedWith(person, mine)),
    submitCount,
    send: theirs ? meet : save,
    isPending: update.isPending,
  }
}
