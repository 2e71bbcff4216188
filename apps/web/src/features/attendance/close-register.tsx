/** Closing the register of a live session: who is not marked becomes absent, and is not marked again once it is reopened. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AttendanceSession } from '@lms/contract/attendance'
import { isolate } from '@lms/contract/rules/direction'
import { formatClock, formatDay } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toasts.tsx'
import { useUpdateRegister } from './api.ts'

type Props = {
  courseId: string
  session: AttendanceSession
  /** Students who were enrolled at the time and are not marked. */
  unmarked: number
  /** Marks on their way, or kept on this device: the register cannot be closed before the server has them. */
  isSaving: boolean
}

/** “Closed 19:10 by Inês Carvalho”, with the day unless it is today. */
export function formatClosed({ at, by }: NonNullable<AttendanceSession['closed']>, now: number): string {
  const day = formatDay(at) === formatDay(now) ? '' : `${formatDay(at)}, `
  return `Closed ${day}${formatClock(at)}${by ? ` by ${isolate(by.name)}` : ''}`
}

export function CloseRegister({ courseId, session, unmarked, isSaving }: Props) {
  const now = useServerNow()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useUpdateRegister()
  if (session.type !== 'LIVE' || session.startsAt === null || Date.parse(session.startsAt) > now) return null
  const params = { courseId, mediaId: session.id }
  const reopen = (): void => mutate({ params, body: { closed: false } })
  const close = (): void =>
    mutate(
      { params, body: { closed: true } },
      {
        onSuccess: () => notify.success('Register closed', { link: { label: 'Undo', onClick: reopen } }),
        onSettled: () => setAsking(false),
      },
    )
  if (session.closed)
    return (
      <Button variant="default" loading={isPending} onClick={reopen}>
        Reopen register
      </Button>
    )
  return (
    <>
      <Button
        variant={unmarked > 0 ? 'default' : 'filled'}
        loading={isPending}
        disabled={isSaving}
        onClick={() => (unmarked > 0 ? setAsking(true) : close())}
      >
        Close register
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={close}
        title="Close the register?"
        cancelLabel="Keep open"
        confirmLabel={`Close and mark ${unmarked} absent`}
        isDestructive={false}
        isPending={isPending}
      >
        {unmarked === 1
          ? '1 student who is not marked becomes Absent.'
          : `${pluralize(unmarked, 'student')} who are not marked become Absent.`}
      </ConfirmDialog>
    </>
  )
}
