/** Changing an email address: one's own on the profile, and that of another user where admins edit it. */

import { Button, Flex, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isolate } from '@lms/contract/rules/direction'
import type { EmailChange, User } from '@lms/contract/users'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { type FieldErrors, useForm } from '#lib/form.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Alert } from '#ui/alert.tsx'
import { FormActions, FormSection } from '#ui/form-page.tsx'
import { notify } from '#ui/toasts.tsx'
import { emailChangeQuery, useCancelEmailChange, useChangeEmail } from './api.ts'
import { checkEmail } from './user-form.tsx'

/** One's own account is active, and changed by nobody else at the same time. */
type Person = Pick<User, 'id' | 'name' | 'email'> & { status?: User['status']; version?: number }
type Props = { person: Person; isOwn?: boolean }

const empty = { email: '' }

const getHelp = ({ name, status }: Person, isOwn: boolean): string => {
  if (isOwn) return 'We email a link to the new address. Until you open it, sign in with the current one.'
  return status === 'INVITED'
    ? `${isolate(name)} has not signed in yet, so the change is immediate. If an invitation was sent, we send it again to the new address.`
    : `We email a link to the new address. Until it is opened, ${isolate(name)} signs in with the current one. A link to the current address can undo the change for seven days.`
}

const isOld = (error: unknown): boolean => isApiProblem(error) && (error.problem === 'version-conflict' || error.problem === 'conflict')

export function EmailChangeSection({ person, isOwn = false }: Props) {
  const { data: change } = useQuery(emailChangeQuery({ params: { id: person.id } }))
  const current = change?.email ?? person.email
  const check = ({ email }: typeof empty): FieldErrors<'email'> => {
    const wrong = checkEmail(email)
    if (wrong) return { email: wrong }
    return email.trim().toLowerCase() === current ? { email: 'This is already the address' } : {}
  }
  const form = useForm({ draft: null, initial: empty, check })
  const { mutate, isPending } = useChangeEmail()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const send = ({ email }: typeof empty): void =>
    mutate(
      {
        params: { id: person.id },
        body: {
          email: email.trim(),
          ...(person.version !== undefined && { version: person.version }),
          ...(change && { pending: change.pending?.email ?? null }),
        },
      },
      {
        onSuccess: ({ pending, email: now }) => {
          form.saved(empty)
          notify.success(pending ? `Link sent to ${pending.email}` : `Email address changed to ${now}`)
        },
        onError: (error) => {
          form.fail(error)
          // The next try starts from what others have saved.
          if (isOld(error)) void client.invalidateQueries({ queryKey: ['users'] })
        },
      },
    )
  return (
    <Flex component="form" direction="column" gap={16} onSubmit={(event) => form.submit(send)(event)} noValidate>
      <FormSection title="Email address" help={getHelp(person, isOwn)}>
        {form.failure && <Alert tone="bad" role="alert" title={form.failure.message} />}
        <Text>
          Current: <b>{current}</b>
        </Text>
        {change?.pending && <Pending person={person} current={current} pending={change.pending} onKept={() => field.current?.focus()} />}
        <TextInput
          ref={field}
          name="email"
          type="email"
          label="New email address"
          autoComplete={isOwn ? 'email' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.inputProps('email')}
          required={false}
        />
      </FormSection>
      <FormActions>
        <Button type="submit" variant="default" loading={isPending}>
          Change email address
        </Button>
      </FormActions>
    </Flex>
  )
}

type PendingProps = { person: Person; current: string; pending: NonNullable<EmailChange['pending']>; onKept: () => void }

function Pending({ person, current, pending, onKept }: PendingProps) {
  const cancel = useCancelEmailChange()
  const keep = (): void =>
    cancel.mutate(
      { params: { id: person.id } },
      {
        onSuccess: () => {
          notify.success(`${current} kept`)
          onKept()
        },
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  const action = (
    <Button variant="default" size="sm" loading={cancel.isPending} onClick={keep}>
      Keep {current}
    </Button>
  )
  return pending.error === null ? (
    <Alert title={`${pending.email} is not confirmed yet`} action={action}>
      The link works until {formatDayAndTime(pending.expiresAt)}. Enter the address again to send a new link.
    </Alert>
  ) : (
    <Alert tone="bad" title={`The link could not be delivered to ${pending.email}`} action={action}>
      The mail server says: “{pending.error}”
    </Alert>
  )
}
