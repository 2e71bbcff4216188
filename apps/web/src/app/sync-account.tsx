/** Keeps who is signed in as the server has them: colours, name and photo may have changed on another device. */
import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { savePreferences, withUnsaved } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { schemeOf } from '#features/users/color-scheme.ts'

export function SyncAccount(): null {
  const theme = useSession((session) => session.user?.preferences?.theme)
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    const { token, user } = useSession.getState()
    if (!token) return
    api.auth.getSession().then(
      (found) => {
        // What was changed meanwhile is newer than this answer.
        if (useSession.getState().user === user) useSession.getState().setUser(withUnsaved(found))
        void savePreferences()
      },
      // Without an answer the page goes on with what it knows; a session that ended is told by the next call too.
      () => undefined,
    )
  }, [])
  useEffect(() => {
    if (theme) setColorScheme(schemeOf[theme])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new choice alone counts, not a new function
  }, [theme])
  return null
}
