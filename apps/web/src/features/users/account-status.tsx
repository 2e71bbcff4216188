/** How somebody gets in: an invitation, or a code for a new password. */
import type { User } from '@lms/contract/users'
import { Button, Group } from '@mantine/core'
import { getErrorMessage } from '#lib/api.ts'
import { apiMutation } from '#lib/api-hooks.ts'
import { DangerAction, DangerZone } from '#ui/danger-zone.tsx'
import { notify } from '#ui/toasts.tsx'
import { CopyInvitation } from './invitation-link.tsx'
import { useSendsEmail } from './mail-note.tsx'
import type { UserAction } from './user-menu.tsx'

const useGenerateOtp = apiMutation('auth', 'generateOtp', { errors: 'inline' })

type Props = { person: User; onAction: (action: UserAction, person: User) => void }

export function AccountStatus({ person, onAction }: Props) {
  const generate = useGenerateOtp()
  const sendsEmail = useSendsEmail()
  const sendCode = (): void =>
    generate.mutate(
      { body: { email: person.email } },
      {
        onSuccess: () => void notify.success(sendsEmail ? `Code sent to ${person.email}` : 'Code saved in the outbox folder on the server'),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  if (person.status === 'INVITED') {
    return (
      <DangerZone title="Access">
        <DangerAction
          title="Invitation"
          text={`${person.name} has not chosen a password yet. An invitation is valid for seven days. A new invitation or link ends the earlier ones.`}
          action={
            <Group gap={8}>
              {sendsEmail && (
                <Button variant="default" onClick={() => onAction('invite', person)}>
                  Send an invitation
                </Button>
              )}
              <CopyInvitation person={person} />
            </Group>
          }
        />
      </DangerZone>
    )
  }
  const isSuspended = person.status === 'SUSPENDED'
  return (
    <DangerZone title="Access">
      <DangerAction
        title="Reset access"
        text={
          isSuspended
            ? 'Suspended accounts get no codes. Let the person in again first.'
            : !sendsEmail
              ? 'Email is not set up. The code is only saved in the outbox folder on the server.'
              : `Mails a code to ${person.email}. With it a new password is chosen on the page “Forgot password?”; until then the old one stays.`
        }
        action={
          <Button variant="default" disabled={isSuspended} loading={generate.isPending} onClick={sendCode}>
            {sendsEmail ? 'Send a reset code' : 'Make a reset code'}
          </Button>
        }
      />
    </DangerZone>
  )
}
