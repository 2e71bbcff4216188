/** Guards a screen: visitors are sent to sign in, users without the right see why, and only then is the screen loaded. */
import { useQueryClient } from '@tanstack/react-query'
import { createElement, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/error-page.tsx'
import { LoadingScreen } from '#ui/loading.tsx'
import { checkAccess, getScreenComponent } from './lazy-screens.ts'
import type { Screen } from './screens.ts'

/** Keeps the way back, except for someone who chose to leave: the next person at this device starts at the start. */
export function RedirectToLogin() {
  const { pathname, search, hash } = useLocation()
  const isLeaving = useSession((session) => session.endedBy === 'person')
  const from = pathname + search + hash
  const next = isLeaving || from === '/' ? undefined : from
  return <Navigate to={paths.login.to({ next })} replace />
}

export function RequireAuth({ screen }: { screen: Screen }) {
  const queryClient = useQueryClient()
  const user = useSession((session) => session.user)
  const { pathname } = useLocation()
  const found = checkAccess(screen.allow, user?.role ?? null)
  if (found === 'sign-in') return <RedirectToLogin />
  if (found === 'no-access') return <NoAccess email={user?.email} help="An admin can change your role." />
  // Somebody else may take the place at once, by a sign-in in another tab. Where anybody may be, a sign-in is the page's own action.
  const visitor = screen.allow === 'anyone' ? '' : user?.id
  return (
    // Keyed by person and address: going to another course is a new visit, and state of the old one must not stay.
    <Suspense key={`${visitor} ${pathname}`} fallback={<LoadingScreen />}>
      {createElement(getScreenComponent(screen, queryClient))}
    </Suspense>
  )
}
