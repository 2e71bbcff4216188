/** Guards a screen: visitors must sign in, users without the right see why, and only then is its chunk loaded. */

import { type ComponentType, createElement, Fragment, lazy, type LazyExoticComponent, Suspense } from 'react'
import { matchPath, Navigate, useLocation } from 'react-router'
import { canEver, type Role } from '@lms/contract/policy'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { LoginScreen } from '#features/auth/login-screen.tsx'
import { clearReloadMark } from './error-boundary.tsx'
import { type Screen, type ScreenAllow, screens } from './screens.ts'

/** Keeps the return path, except after a deliberate sign-out: the next user of this device starts at the dashboard. */
export function RedirectToLogin() {
  const { pathname, search, hash } = useLocation()
  const isLeaving = useSession((session) => session.endedBy === 'person')
  const from = pathname + search + hash
  const next = isLeaving || from === '/' ? undefined : from
  return <Navigate to={paths.login.to({ next })} replace />
}

export function RequireAuth({ screen }: { screen: Screen }) {
  const user = useSession((session) => session.user)
  const { pathname } = useLocation()
  const found = checkAccess(screen.allow, user?.role ?? null)
  if (found === 'sign-in') return <RedirectToLogin />
  if (found === 'no-access') return <NoAccess email={user?.email} help="Ask an admin if you need access." />
  // Another tab may have signed in a different user. On public pages, signing in is the page's own action.
  const visitor = screen.allow === 'anyone' ? '' : user?.id
  const content = createElement(getScreenComponent(screen))
  return (
    // Without a key: until the next screen can be drawn, the one before stays.
    <Suspense fallback={<LoadingScreen />}>
      {/* Keyed by user and path: another course is a new visit, without the state of the previous one. */}
      <Fragment key={`${visitor} ${pathname}`}>
        {screen.data ? <ScreenBoundary name={screen.data}>{content}</ScreenBoundary> : content}
      </Fragment>
    </Suspense>
  )
}

const ScreenBoundary = lazy(async () => ({ default: (await import('./screen-boundary.tsx')).ScreenBoundary }))

type Access = 'show' | 'sign-in' | 'no-access'

/** Decides who may open a screen from the table alone, before its chunk or any data is requested. */
export function checkAccess(allow: ScreenAllow, role: Role | null): Access {
  if (allow === 'anyone') return 'show'
  if (role === null) return 'sign-in'
  return allow === 'signed-in' || canEver(role, allow) ? 'show' : 'no-access'
}

/** Called once, before the screen is first shown. */
async function load(screen: Screen): Promise<{ default: ComponentType }> {
  const { pathname } = window.location
  const Component = screen.load ? await screen.load() : LoginScreen
  clearReloadMark(pathname)
  return { default: Component }
}

const lazyOnes = new Map<Screen, LazyExoticComponent<ComponentType>>()

/** Starts to load the chunk of a screen, once, together with its data. */
function getScreenComponent(screen: Screen): LazyExoticComponent<ComponentType> {
  const known = lazyOnes.get(screen)
  if (known) return known
  const loading = load(screen)
  // The boundary shows the failure when the screen is to be shown.
  loading.catch(() => undefined)
  const Component = lazy(() => loading)
  lazyOnes.set(screen, Component)
  return Component
}

/** The screen of a path; a static segment wins over a parameter, as in the router. */
export function screenAt(pathname: string): Screen | undefined {
  const fitting = screens.filter(({ path }) => matchPath(path, pathname))
  return fitting.find(({ path }) => !path.includes(':')) ?? fitting.sort((a, b) => dynamicParts(a) - dynamicParts(b))[0]
}

const dynamicParts = ({ path }: Screen): number => path.split(':').length

/** One listener for all links, so that lists need not know about chunks. Returns a cleanup function. */
export function preloadOnHover(): () => void {
  const preload = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== window.location.origin) return
    const screen = screenAt(link.pathname)
    const role = useSession.getState().user?.role ?? null
    if (screen && checkAccess(screen.allow, role) === 'show') void screen.load?.().catch(() => undefined)
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
  return () => {
    document.removeEventListener('pointerover', preload)
    document.removeEventListener('focusin', preload)
  }
}
