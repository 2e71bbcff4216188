/** The menu of a course's join link, loaded when it is about to be opened. */

import { Menu } from '@mantine/core'
import { type ComponentType, type Ref, useState } from 'react'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { useResetJoinLink, useUpdateJoinLink } from './api.ts'

type Props = { courseId: string; Button: ComponentType<{ ref: Ref<HTMLButtonElement> }> }

export function JoinLinkMenu({ courseId, Button }: Props) {
  const { menu, button } = useTakeOver()
  const [isAsking, setAsking] = useState(false)
  const reset = useResetJoinLink()
  const update = useUpdateJoinLink()
  const params = { courseId }
  const confirm = (): void =>
    reset.mutate(
      { params },
      {
        onSuccess: () => void notify.success('There is a new join link'),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <Menu position="bottom-end" {...menu}>
        <Menu.Target>
          <Button ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsking(true)}>Reset link</Menu.Item>
          <Menu.Item onClick={() => update.mutate({ params, body: { isActive: false } })}>Switch off</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        isPending={reset.isPending}
        title="Reset the join link?"
        cancelLabel="Keep link"
        confirmLabel="Reset link"
      >
        The old link and code stop working. Enrolled students stay.
      </ConfirmDialog>
    </>
  )
}
