/** Actions for one user. Suspending and deleting ask for confirmation; reactivating and inviting again do not. */

import { ActionIcon, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isTrainerRole } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { User } from '@lms/contract/users'
import { isNotFound, getErrorMessage } from '#lib/api-errors.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { IconBan, IconCircleCheck, IconCopy, IconDots, IconEye, IconMail, IconPencil, IconTrash } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import { userQuery, useRemoveUser, useUpdateUser } from './api.ts'
import { formatCourses, noTrainerWarning, mayManage, mayRemove } from './labels.ts'
import { useCopyInvitation, useResend, useSendsEmail } from './mail-state.tsx'

type Props = { person: User; onClose: () => void; onDone: () => void }

function coursesText({ role }: User, courses: readonly { title: string }[] | undefined): string {
  if (!courses) return 'leaves all courses'
  return courses.length === 0 ? 'is in no course' : `leaves ${formatCourses(role, courses)}`
}

function RemoveDialog({ person, onClose, onDone }: Props) {
  const { data } = useQuery(userQuery({ params: { id: person.id } }))
  const remove = useRemoveUser()
  const client = useQueryClient()
  const finish = (): void => {
    notify.success(`${isolate(person.name)} is deleted`)
    onDone()
  }
  const confirm = (): void =>
    remove.mutate(
      { params: { id: person.id } },
      {
        onSuccess: finish,
        onError: (error) => {
          if (!isNotFound(error)) {
            notify.error(getErrorMessage(error))
            return
          }
          // By a try whose response was lost, or by someone else: which is what was wanted.
          for (const domain of ['users', 'courses']) void client.invalidateQueries({ queryKey: [domain] })
          finish()
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isPending={remove.isPending}
      title={`Delete ${isolate(person.name)}?`}
      cancelLabel="Keep the account"
      confirmLabel={`Delete ${isolate(person.name)}`}
    >
      <p>
        {isolate(person.name)} is signed out and {coursesText(person, data?.courses)}.{' '}
        {isTrainerRole(person.role) && data && data.courses.length > 0 && `${noTrainerWarning} `}
        Work, marks and posts stay without the name, and the address {person.email} is free again.
      </p>
      <p>This cannot be undone. Suspending keeps the account but blocks sign-in.</p>
    </ConfirmDialog>
  )
}

function SuspendDialog({ person, onClose, onDone }: Props) {
  const update = useUpdateUser()
  const confirm = (): void =>
    update.mutate(
      { params: { id: person.id }, body: { status: 'SUSPENDED' } },
      {
        onSuccess: () => {
          notify.success(`${isolate(person.name)} is suspended`)
          onDone()
        },
        onError: (error) => {
          notify.error(getErrorMessage(error))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      isPending={update.isPending}
      title={`Suspend ${isolate(person.name)}?`}
      cancelLabel="Cancel"
      confirmLabel={`Suspend ${isolate(person.name)}`}
    >
      <p>{isolate(person.name)} is signed out everywhere immediately and cannot sign in. Courses, submissions and marks are kept.</p>
      <p>You can let {isolate(person.name)} in again at any time.</p>
    </ConfirmDialog>
  )
}

type Actions = { ask: (action: UserAction, person: User) => void; dialog: React.ReactNode }

/** `ask` opens the question; put `dialog` into the screen. `onDeleted` follows a deletion. */
export function useUserActions(onDeleted?: () => void): Actions {
  const [pending, setPending] = useState<{ action: UserAction; person: User } | null>(null)
  const update = useUpdateUser()
  const { resend } = useResend()
  const { copyLink } = useCopyInvitation()
  const close = (): void => setPending(null)
  const ask = (action: UserAction, person: User): void => {
    if (action === 'invite') return resend(person)
    if (action === 'copyLink') return copyLink(person)
    if (action !== 'activate') return setPending({ action, person })
    update.mutate(
      { params: { id: person.id }, body: { status: 'ACTIVE' } },
      {
        onSuccess: ({ status }) =>
          void notify.success(
            status === 'INVITED'
              ? `${isolate(person.name)} is let in again, and has no password yet`
              : `${isolate(person.name)} can sign in again`,
          ),
        onError: (error) => void notify.error(getErrorMessage(error)),
      },
    )
  }
  const done = (): void => {
    const wasRemoval = pending?.action === 'remove'
    close()
    if (wasRemoval) onDeleted?.()
  }
  if (!pending) return { ask, dialog: null }
  const Dialog = pending.action === 'remove' ? RemoveDialog : SuspendDialog
  return { ask, dialog: <Dialog person={pending.person} onClose={close} onDone={done} /> }
}

export type UserAction = 'suspend' | 'activate' | 'remove' | 'invite' | 'copyLink'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function UserActionsMenu({ person, onAction }: { person: User; onAction: (action: UserAction, person: User) => void }) {
  const me = useSession((session) => session.user)
  const sendsEmail = useSendsEmail()
  if (!me) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${isolate(person.name)}`}>
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
