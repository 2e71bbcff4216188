/** How somebody gets in: an invitation, or a code for a new password. */
import type { User } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { sentenceOf } from '#lib/api.ts'
import { write } from '#lib/calls.ts'
import { DangerDeed, DangerZone } from '#ui/danger-zone.tsx'
import { notify } from '#ui/toasts.tsx'
import type { UserDeed } from './user-menu.tsx'

const useGenerateOtp = write('auth', 'generateOtp', { errors: 'inline' })

type Props = { person: User; onDeed: (deed: UserDeed, person: User) => void }

export function AccessZone({ person, onDeed }: Props) {
  const generate = useGenerateOtp()
  const sendCode = (): void =>
    generate.mutate(
      { body: { email: person.email } },
      {
        onSuccess: () => void notify.ok(`A code is on its way to ${person.email}`),
        onError: (error) => void notify.bad(sentenceOf(error)),
      },
    )
  if (person.status === 'INVITED') {
    return (
      <DangerZone title="Access">
        <DangerDeed
          title="Invitation"
          text={`${person.name} has not chosen a password yet. An invitation is good for seven days; older links end.`}
          action={
            <Button variant="default" onClick={() => onDeed('invite', person)}>
              Send an invitation
            </Button>
          }
        />
      </DangerZone>
    )
  }
  const isSuspended = person.status === 'SUSPENDED'
  return (
    <DangerZone title="Access">
      <DangerDeed
        title="Reset access"
        text={
          isSuspended
            ? 'Suspended accounts get no codes. Let the person in again first.'
            : `Mails a code to ${person.email}. With it a new password is chosen on the page “Forgot password?”; until then the old one stays.`
        }
        action={
          <Button variant="default" disabled={isSuspended} loading={generate.isPending} onClick={sendCode}>
            Send a reset code
          </Button>
        }
      />
    </DangerZone>
  )
}
