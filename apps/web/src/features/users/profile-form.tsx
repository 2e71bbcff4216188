/** One's own name and time zone; email and role are shown, but cannot be changed here. */
import type { User } from '@lms/contract/users'
import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useForm } from '#lib/form.ts'
import { type SessionUser, useSession } from '#lib/session.ts'
import { viewerZone } from '#lib/format-date.ts'
import { FormPage, FormSection, ReadOnlyField } from '#ui/form-page.tsx'
import { TimeZoneField } from '#ui/date-time-field.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateMe } from './api.ts'
import { roleLabels } from './labels.ts'

type Values = { name: string; timeZone: string | null }

const toValues = ({ name, timeZone }: SessionUser | User): Values => ({ name, timeZone: timeZone ?? null })

function useProfileForm(me: SessionUser) {
  const initial = toValues(me)
  const form = useForm<Values>({ draft: 'profile', initial, check: ({ name }) => (name.trim() ? {} : { name: 'Enter your name' }) })
  const sending = useRef(initial)
  const { mutate, isPending } = useUpdateMe({
    // Also where the page was left before the answer.
    onSaved: (saved) => {
      useSession.getState().setUser(saved)
      form.saved(sending.current, toValues(saved))
    },
  })
  const send = (sent: Values): void => {
    sending.current = sent
    mutate(
      { body: { name: sent.name.trim(), timeZone: sent.timeZone } },
      { onSuccess: () => void notify.success('Your profile is saved'), onError: form.fail },
    )
  }
  return { form, send, isPending }
}

export function ProfileForm({ me }: { me: SessionUser }) {
  const { form, send, isPending } = useProfileForm(me)
  return (
    <FormPage
      form={form}
      onSubmit={form.submit(send)}
      submitLabel="Save changes"
      isPending={isPending}
      hasActions={form.isChanged}
      isSticky
    >
      <FormSection>
        <TextInput name="name" label="Name" autoComplete="name" {...form.inputProps('name')} />
        <ReadOnlyField label="Email" help="You sign in with it. It cannot be changed.">
          {me.email}
        </ReadOnlyField>
        <ReadOnlyField
          label="Role"
          help={me.role === 'ADMIN' || me.role === 'SUPER_ADMIN' ? 'Only a super admin can change it.' : 'Only an admin can change it.'}
        >
          {roleLabels[me.role]}
        </ReadOnlyField>
        <TimeZoneField
          help={`Used for times in your emails. This device is in ${viewerZone().replaceAll('_', ' ')}.`}
          {...form.field('timeZone')}
        />
      </FormSection>
    </FormPage>
  )
}
