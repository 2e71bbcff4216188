/** Copying an invitation link, for where no email is sent. Only hashes are stored, so each copy is a new link and ends the earlier one. */
import type { User } from '@lms/contract/users'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { getErrorMessage } from '#lib/api.ts'
import { apiMutation } from '#lib/api-hooks.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { notify } from '#ui/toasts.tsx'

const useReplaceLink = apiMutation('users', 'replaceInvitationLink', { errors: 'inline' })

type Invited = Pick<User, 'name' | 'email'>

export function useCopyInvitation() {
  const { mutate, isPending } = useReplaceLink()
  const copyLink = ({ name, email }: Invited): void =>
    mutate(
      { body: { email } },
      {
        onSuccess: ({ url }) => void copyToClipboard(url, `Invitation link for ${name} copied. Earlier links no longer work.`),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  return { copyLink, isPending }
}

export function CopyInvitation({ person }: { person: Invited }) {
  const { copyLink, isPending } = useCopyInvitation()
  return (
    <Button
      variant="default"
      size="sm"
      loading={isPending}
      leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
      aria-label={`Copy new link (ends earlier ones) for ${person.name}`}
      onClick={() => copyLink(person)}
    >
      Copy new link (ends earlier ones)
    </Button>
  )
}
