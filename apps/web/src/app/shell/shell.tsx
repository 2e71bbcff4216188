/** The frame around every screen of those who are signed in: sidebar, rail, or top bar with drawer. */
import { canEver } from '@lms/contract/policy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { useSession } from '#lib/session.ts'
import { hasUnsentProgress } from '#features/media/unsent-store.ts'
import { OfflineBanner } from '#ui/offline-banner.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import type { ScreenHandle } from '../screens.ts'
import { Drawer } from './drawer.tsx'
import { useSidebar } from './sidebar-store.ts'
import { LateUploads } from './late-uploads.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

const menuId = 'menu'
/** The screen's own calls go first. */
const afterStartMs = 3000

function PhoneHead() {
  const [isOpen, setOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  const close = (): void => {
    setOpen(false)
    menuButton.current?.focus()
  }
  return (
    <>
      <TopBar isMenuOpen={isOpen} menuId={menuId} onMenu={() => setOpen(true)} menuButton={menuButton} />
      <Drawer id={menuId} isOpen={isOpen} onClose={close} />
    </>
  )
}

/** What could not be sent when a video was watched goes now: at the sign-in, and when the connection is back. */
function useUnsentWatching(): void {
  useEffect(() => {
    const send = (): void => {
      const userId = useSession.getState().user?.id
      if (userId === undefined || !hasUnsentProgress(userId)) return
      void import('#features/media/offline-watch-progress.ts')
        .then(({ sendUnsentProgress: sendUnsent }) => sendUnsent())
        .catch(() => undefined)
    }
    const timer = setTimeout(send, afterStartMs)
    window.addEventListener('online', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', send)
    }
  }, [])
}

export function Shell({ children }: { children?: ReactNode }) {
  useUnsentWatching()
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const isFocus = (useMatches().at(-1)?.handle as ScreenHandle | undefined)?.isFocus === true
  const { isFolded, setFolded } = useSidebar()
  const mayUpload = useSession(({ user }) => user !== null && canEver(user.role, 'media.write'))
  const hasChoice = isWide && !isFocus
  return (
    <div className={isPhone ? classes.phone : classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      {isPhone ? <PhoneHead /> : <Sidebar isRail={!hasChoice || isFolded} onFold={hasChoice ? setFolded : undefined} />}
      <main id="main" tabIndex={-1} className={classes.main}>
        <OfflineBanner />
        {children ?? <Outlet />}
      </main>
      {mayUpload && <LateUploads />}
    </div>
  )
}
