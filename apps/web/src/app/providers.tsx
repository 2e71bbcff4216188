/** The providers of every screen: theme, cache of server data, toasts, the current account, and the end of a session. */

import { MantineProvider, useMantineColorScheme } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { savePreferences, withUnsaved } from '#lib/preferences.ts'
import { syncSessionAcrossTabs, useSession } from '#lib/session.ts'
import { notify, Toasts } from '#ui/toasts.tsx'
import { colorSchemes } from '#features/users/color-scheme.ts'
import { createQueryClient } from './query-client.ts'
import { preloadOnHover } from './require-auth.tsx'
import { cssVariablesResolver, theme } from './theme/theme.ts'

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)

  useEffect(() => syncSessionAcrossTabs(), [])
  useEffect(() => preloadOnHover(), [])
  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        // Data of one user must never be shown to the next.
        if (before.user && session.user?.id !== before.user.id) client.clear()
        if (before.isAuthenticated && session.endedBy === 'server')
          notify.info('Your session ended. Sign in again.', { id: 'session-ended' })
      }),
    [client],
  )

  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <SyncAccount />
        {children}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Milliseconds between checks for new notices, while the page is visible. */
const noticesIntervalMs = 120_000

/** If there is no response, the page continues with what it has; the next call also reports an ended session. */
const ignore = () => undefined

/** Keeps the session's user up to date: preferences, name and photo may change on another device, and notices arrive at any time. */
function SyncAccount(): null {
  const theme = useSession((session) => session.user?.preferences?.theme)
  const token = useSession((session) => session.token)
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    useNavBadges.setState({ notices: 0 }, true)
    if (!token) return undefined
    let lookedAt = Date.now()
    const ask = (): void => {
      const { user } = useSession.getState()
      api.auth.getSession().then((found) => {
        const now = useSession.getState()
        // The answer to somebody who has left since.
        if (now.token !== token) return
        useNavBadges.setState({ notices: found.unreadNotices })
        // Changes made since are newer than this response.
        if (now.user === user) now.setUser(withUnsaved(found))
        void savePreferences()
      }, ignore)
    }
    const look = (): void => {
      if (document.hidden || Date.now() - lookedAt < noticesIntervalMs / 2) return
      lookedAt = Date.now()
      ask()
    }
    ask()
    const timer = setInterval(look, noticesIntervalMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token])
  useEffect(() => {
    // Without a choice, and before anybody has signed in, as the device has it.
    setColorScheme(theme ? colorSchemes[theme] : 'auto')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new choice alone counts, not a new function
  }, [theme])
  return null
}
