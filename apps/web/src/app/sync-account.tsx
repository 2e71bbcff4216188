/** Keeps who is signed in as the server has them: colours, name and photo may have changed on another device, and notices arrive at any time. */
import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { savePreferences, withUnsaved } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import { colorSchemes } from '#features/users/color-scheme.ts'

/** Milliseconds between looks for new notices, while the page is shown. */
const noticesEvery = 120_000

/** Without an answer the page goes on with what it knows; the next call too reports a session that ended. */
const ignore = () => undefined

export function SyncAccount(): null {
  const theme = useSession((session) => session.user?.preferences?.theme)
  const token = useSession((session) => session.token)
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    useNavBadges.setState({ notices: 0 })
    if (!token) return undefined
    const { user } = useSession.getState()
    api.auth.getSession().then((found) => {
      useNavBadges.setState({ notices: found.unreadNotices })
      // What was changed since is newer than this answer.
      if (useSession.getState().user === user) useSession.getState().setUser(withUnsaved(found))
      void savePreferences()
    }, ignore)
    let lookedAt = Date.now()
    const look = (): void => {
      if (document.hidden || Date.now() - lookedAt < noticesEvery / 2) return
      lookedAt = Date.now()
      api.auth.getSession().then(({ unreadNotices }) => useNavBadges.setState({ notices: unreadNotices }), ignore)
    }
    const timer = setInterval(look, noticesEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token])
  useEffect(() => {
    if (theme) setColorScheme(colorSchemes[theme])
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new choice alone counts, not a new function
  }, [theme])
  return null
}
