/** What follows “Mark all as read”: the bell is right, and a toast offers the undo. */

import type { ReadMarks } from '@lms/contract/discussions'
import { useNavBadges } from '#lib/navigation.ts'
import { notify } from '#ui/toasts.tsx'
import { useRestoreUnread } from './api.ts'

const updateBell = ({ unreadNotices }: { unreadNotices: number }): void => useNavBadges.setState({ notices: unreadNotices })

export function useReadingUndo() {
  const restore = useRestoreUnread({ onSaved: updateBell })
  return (reply: { unreadNotices: number; undo: ReadMarks | null }): void => {
    updateBell(reply)
    const { undo } = reply
    notify.success('All marked as read', undo ? { link: { label: 'Undo', onClick: () => restore.mutate({ body: undo }) } } : {})
  }
}
