/** Undoing an email in the ten seconds before it is sent: in a toast that counts down. */

import { useState } from 'react'
import { undoTimeMs } from '@lms/contract/rules/course-emails'
import { getErrorMessage } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { serverNow, useServerNow } from '#lib/server-clock.ts'
import { notify } from '#ui/toasts.tsx'

export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

/** Hidden from screen readers, which would read each second. */
function Countdown() {
  const [end] = useState(() => serverNow() + undoTimeMs)
  return <span aria-hidden> in {secondsUntil(end, useServerNow(500))} s</span>
}

interface Sending {
  courseId: string
  id: string
  /** “Sending to 5 students”. */
  words: string
  onUndone: () => void
}

/** The toast about an email that is about to be sent. */
export const toToastId = (emailId: string): string => `sending:${emailId}`

export function notifySending({ courseId, id, words, onUndone }: Sending): void {
  const undo = (): void =>
    void api.courseEmails.cancelCourseEmail({ params: { courseId, id } }).then(
      () => {
        onUndone()
        notify.success('Not sent. Your draft is kept.')
      },
      (error: unknown) => notify.error(getErrorMessage(error)),
    )
  notify.info(
    <span>
      {words}
      <Countdown />
    </span>,
    { id: toToastId(id), link: { label: 'Undo', onClick: undo }, duration: undoTimeMs },
  )
}
