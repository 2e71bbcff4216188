/** What somebody chose for themselves: known here at once, told to the server soon, and with the next page where that failed. */
import type { Preferences } from '@lms/contract/preferences'
import { api, isApiProblem } from './api.ts'
import { localStore } from './local-store.ts'
import { useSession, type SessionUser } from './session.ts'

/** Milliseconds without another choice, after which the server is told: who looks for a speed presses the key many times. */
const settled = 500

const nameOf = (userId: string): string => `untold-preferences:${userId}`

function untoldOf(userId: string): Preferences {
  try {
    return JSON.parse(localStore.getItem(nameOf(userId)) ?? '{}') as Preferences
  } catch {
    return {}
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Chooses; what is not named stays. */
export function choosePreferences(changes: Preferences): void {
  const { user, setUser } = useSession.getState()
  if (!user) return
  setUser({ ...user, preferences: { ...user.preferences, ...changes } })
  localStore.setItem(nameOf(user.id), JSON.stringify({ ...untoldOf(user.id), ...changes }))
  clearTimeout(timer)
  timer = setTimeout(() => void savePreferences(), settled)
}

/** The person as the server has them, with what it was not told yet. */
export const withUnsaved = <U extends SessionUser>(user: U): U => ({
  ...user,
  preferences: { ...user.preferences, ...untoldOf(user.id) },
})

/** Tells the server what it does not know; what it cannot be told now waits for the next choice or page. */
export async function savePreferences(): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  const kept = localStore.getItem(nameOf(user.id))
  const preferences = untoldOf(user.id)
  if (Object.keys(preferences).length === 0) return
  try {
    await api.users.updateMe({ body: { preferences } })
  } catch (error) {
    // Refused for good: an older page chose what is no choice any more.
    if (!isApiProblem(error) || error.status !== 422) return
  }
  // What was chosen meanwhile is told by its own timer.
  if (localStore.getItem(nameOf(user.id)) === kept) localStore.removeItem(nameOf(user.id))
}
