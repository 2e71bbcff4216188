/** Automatic requests of a page are sent only as the user who opened it: another user may have signed in since, as in another tab. */
import { useState } from 'react'
import { createUnauthenticatedError } from './api.ts'
import { useSession } from './session.ts'

const idNow = (): string | undefined => useSession.getState().user?.id

export function useSessionGuard() {
  const [opener] = useState(() => {
    const userId = idNow()
    const isSameUser = (): boolean => idNow() === userId
    return {
      isSameUser,
      /** Sends nothing where somebody else is signed in, or nobody: as after the end of the session, it waits on the device. */
      send: <T>(work: () => Promise<T>): Promise<T> => (isSameUser() ? work() : Promise.reject(createUnauthenticatedError())),
    }
  })
  return opener
}
