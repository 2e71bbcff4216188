/** Since when comments are new to the reader: kept on this device, because the server keeps no marks of reading. */
import { useEffect, useState } from 'react'
import { saveDraft, readDraft } from '#lib/drafts.ts'
import { useSession } from '#lib/session.ts'

/** The time of the visit before this one; null on the first. */
export function useLastVisit(discussionId: string): string | null {
  const userId = useSession((session) => session.user?.id ?? 'nobody')
  const key = `seen:${discussionId}`
  const [last] = useState(() => readDraft<string>(userId, key)?.value ?? null)
  useEffect(() => saveDraft(userId, key, new Date().toISOString()), [userId, key])
  return last
}
