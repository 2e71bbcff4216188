/** The providers of every screen: theme, cache of server data, toasts; and the end of a session. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { syncSessionAcrossTabs, useSession } from '#lib/session.ts'
import { notify, Toasts } from '#ui/toasts.tsx'
import { createQueryClient } from './query-client.ts'
import { preloadOnHover } from './lazy-screens.ts'
import { SyncAccount } from './sync-account.tsx'
import { cssVariablesResolver, theme } from './theme/theme.ts'

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)

  useEffect(() => syncSessionAcrossTabs(), [])
  useEffect(() => preloadOnHover(), [])
  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        // One person's data must never be shown to the next.
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
