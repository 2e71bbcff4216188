/** The user's preferences: applied at once, sent to the server soon, and sent again with the next page if that failed. */

import type { Preferences } from '@lms/contract/preferences'
import { isDefinitive } from './api-errors.ts'
import { api } from './api.ts'
import { localStore } from './local-store.ts'
import { useSession, type SessionUser } from './session.ts'

/** Milliseconds without another change before sending: users press the speed keys many times. */
const saveDelayMs = 500

const toName = (userId: string): string => `unsent-preferences:${userId}`

function readUnsent(userId: string): Preferences {
  try {
    return JSON.parse(localStore.getItem(toName(userId)) ?? '{}') as Preferences
  } catch {
    return {}
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Sets the given preferences; others stay. */
export function choosePreferences(changes: Preferences): void {
  const { user, setUser } = useSession.getState()
  if (!user) return
  setUser({ ...user, preferences: { ...user.preferences, ...changes } })
  localStore.setItem(toName(user.id), JSON.stringify({ ...readUnsent(user.id), ...changes }))
  clearTimeout(timer)
  timer = setTimeout(() => void savePreferences(), saveDelayMs)
}

/** The server's user, with the preferences that are not sent yet. */
export const withUnsaved = <U extends SessionUser>(user: U): U => ({
  ...user,
  preferences: { ...user.preferences, ...readUnsent(user.id) },
})

/** Sends unsent preferences; after a failure they wait for the next change or page. */
export async function savePreferences(): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  const stored = localStore.getItem(toName(user.id))
  const preferences = readUnsent(user.id)
  if (Object.keys(preferences).length === 0) return
  try {
    await api.users.updateMe({ body: { preferences } })
  } catch (error) {
    // Rejected for good: an older page set a value that no longer exists.
    if (!isDefinitive(error)) return
  }
  // Later changes have their own timer.
  if (localStore.getItem(toName(user.id)) === stored) localStore.removeItem(toName(user.id))
}
