/** What can be done with one person of a list. */
import type { User } from '@lms/contract/users'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconCircleCheck, IconCopy, IconDots, IconEye, IconMail, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { useSendsEmail } from './mail-note.tsx'
import { mayManage, mayRemove } from './labels.ts'

export type UserAction = 'suspend' | 'activate' | 'remove' | 'invite' | 'copyLink'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function UserActionsMenu({ person, onAction }: { person: User; onAction: (action: UserAction, person: User) => void }) {
  const me = useSession((session) => session.user)
  const sendsEmail = useSendsEmail()
  if (!me) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${person.name}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.userDetails.to({ userId: person.id })} leftSection={<IconEye {...icon} />}>
          View
        </Menu.Item>
        {mayManage(me, person) && (
          <Menu.Item component={Link} to={paths.userEdit.to({ userId: person.id })} leftSection={<IconPencil {...icon} />}>
            Edit
          </Menu.Item>
        )}
        {mayManage(me, person) && person.status === 'INVITED' && (
          <>
            {sendsEmail && (
              <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => onAction('invite', person)}>
                Send an invitation
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onAction('copyLink', person)}>
              Copy new invitation link (ends earlier links)
            </Menu.Item>
          </>
        )}
        {mayRemove(me, person) && (
          <>
            {person.status === 'SUSPENDED' ? (
              <Menu.Item leftSection={<IconCircleCheck {...icon} />} onClick={() => onAction('activate', person)}>
                Let in again
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconBan {...icon} />} onClick={() => onAction('suspend', person)}>
                Suspend
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={() => onAction('remove', person)}>
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
