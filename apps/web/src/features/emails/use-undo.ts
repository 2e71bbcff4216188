/** Cancels an email that has not left; its text comes back into the composer, and the time at which a scheduled one was to be sent. */
import { notify } from '#ui/toasts.tsx'
import { useCancelEmail } from './api.ts'
import { openWith } from './use-composer.ts'

export function useUndo(courseId: string, id: string, sendAt?: string) {
  const cancel = useCancelEmail()
  const undo = (): void =>
    cancel.mutate(
      { params: { courseId, id } },
      {
        onSuccess: ({ sendTo, except, subject, body, showUntil }) => {
          const draft = { sendTo, except, subject, body, isAnnounced: showUntil !== null, showUntil: showUntil ?? '' }
          openWith({ courseId, sendTo, ...(sendAt && { sendAt }) }, draft, { isUnsent: true })
          notify.success('Not sent. Your draft is kept.')
        },
      },
    )
  return { undo, isPending: cancel.isPending }
}
