/** Turns the table of screens into routes: public ones bare, the rest in the shell. */

import { lazy, Suspense, useEffect } from 'react'
import { createBrowserRouter, Link, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { loadFocusKeeper } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { NotFound } from '#ui/blocked-page.tsx'
import { Brand } from '#ui/brand.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { RequireAuth, RedirectToLogin } from './require-auth.tsx'
import { type Screen, type ScreenHandle, screens } from './screens.ts'
import { Shell } from './shell/shell.tsx'

const LateParts = lazy(async () => ({ default: (await import('./shell/late-parts.tsx')).LateParts }))

function Root() {
  // Also where nobody is signed in.
  useEffect(() => loadFocusKeeper(), [])
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <Suspense>
        <LateParts />
      </Suspense>
    </>
  )
}

function ShellOrSignIn() {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  return isAuthenticated ? <Shell /> : <RedirectToLogin />
}

/** Shows "not found" to everyone; to signed-in users inside the shell. */
function Unknown() {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const page = <NotFound />
  if (isAuthenticated) return <Shell>{page}</Shell>
  return (
    <>
      <header style={{ padding: '20px var(--gutter) 0' }}>
        <Link to="/" aria-label="LMS, home page">
          <Brand />
        </Link>
      </header>
      <main id="main">{page}</main>
    </>
  )
}

const toRoute = (screen: Screen): RouteObject => ({
  path: screen.path,
  element: <RequireAuth screen={screen} />,
  ErrorBoundary: ErrorBoundary,
  handle: { isFocus: screen.isFocus ?? false } satisfies ScreenHandle,
})

/** Only in development: the component gallery. The condition is known at build time, so the build omits it. */
const galleryRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/__gallery',
        HydrateFallback: LoadingScreen,
        lazy: async () => ({ Component: (await import('../dev/gallery.tsx')).Gallery }),
      },
    ]
  : []

const isPublic = ({ allow }: Screen): boolean => allow === 'anyone'

export const routes: RouteObject[] = [
  {
    element: <Root />,
    ErrorBoundary: ErrorBoundary,
    children: [
      ...screens.filter(isPublic).map(toRoute),
      ...galleryRoutes,
      { element: <ShellOrSignIn />, children: screens.filter((screen) => !isPublic(screen)).map(toRoute) },
      { path: '*', element: <Unknown /> },
    ],
  },
]

export const router = createBrowserRouter(routes)
