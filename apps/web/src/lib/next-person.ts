/** What one person wrote or saw, and is still in memory, is not there for the next one at this device. */

import { useSession } from './session.ts'

/** Runs when somebody else than the last person signs in; who signs in again goes on where they were. */
export function onNextPerson(clear: () => void): void {
  let last = useSession.getState().user?.id
  useSession.subscribe(({ user }) => {
    if (user && last !== undefined && last !== user.id) clear()
    last = user?.id ?? last
  })
}
