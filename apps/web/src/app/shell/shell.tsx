/** The frame around every screen for signed-in users: sidebar, rail, or top bar with drawer. */

import { ActionIcon, Box, Flex, FocusTrap, Transition } from '@mantine/core'
import {
  cloneElement,
  type CSSProperties,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, Outlet, useLocation, useMatches } from 'react-router'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { canEver } from '@lms/contract/policy'
import { useQueuedWrites } from '#lib/api-hooks.ts'
import { localStore } from '#lib/local-store.ts'
import { useBeforeUnload, useNavBadges } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { Brand } from '#ui/brand.tsx'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '#ui/icons.ts'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import { useSchoolName } from '#features/auth/api.ts'
import { ComposerHost } from '#features/emails/late-parts.tsx'
import { createUploadStorage, useUploadsStarted } from '#features/files/uploads/upload-store.ts'
import { hasUnsentProgress } from '#features/media/api.ts'
import { Bell } from '#features/notices/bell.tsx'
import { SearchButton } from '#features/search/search-button.tsx'
import type { ScreenHandle } from '../screens.ts'
import type { LazyTooltip } from './lazy-tooltip.tsx'
import { activeItem, listPageActions, type MenuItem, menuItems } from './menu-items.ts'
import { OfflineBanner, TopBar } from './top-bar.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './shell.module.css'

type Fold = { isFolded: boolean; setFolded: (isFolded: boolean) => void }

/** Whether the sidebar is collapsed: chosen by the user, stored on this device. */
const useSidebar = create<Fold>()(
  persist((set) => ({ isFolded: false, setFolded: (isFolded) => set({ isFolded }) }), {
    name: 'lms-sidebar',
    storage: createJSONStorage(() => localStore),
  }),
)

/** Milliseconds. Mantine omits all motion for users who prefer less. */
const motion = { duration: 250, exitDuration: 150, timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const
const slide = { in: { transform: 'none' }, out: { transform: 'translateX(-100%)' }, transitionProperty: 'transform' }

type Props = { id: string; isOpen: boolean; onClose: () => void }

function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return undefined
    const { overflow } = document.body.style
    document.body.style.overflow = 'hidden'
    return () => {
      document.body.style.overflow = overflow
    }
  }, [isLocked])
}

function Panel({ id, onClose, style }: Omit<Props, 'isOpen'> & { style: CSSProperties }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On the element itself: the user menu is rendered elsewhere in the page and handles its own keys.
    const closeOnEscape = ({ key }: KeyboardEvent): void => void (key === 'Escape' && onClose())
    const element = panel.current
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  return (
    <FocusTrap active innerRef={panel}>
      <div id={id} role="dialog" aria-modal aria-label="Menu" className={classes.drawer} style={style}>
        <div className={classes.head}>
          <Brand school={useSchoolName()} />
          <ActionIcon size={44} aria-label="Close the menu" onClick={onClose}>
            <IconX size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
        <Nav onGo={onClose} />
        <Box p="8px 12px 12px">
          <UserMenu onGo={onClose} />
        </Box>
      </div>
    </FocusTrap>
  )
}

/** The menu on phones: slides in over a dimmed page, traps the focus, and returns it. */
function Drawer({ id, isOpen, onClose }: Props) {
  useScrollLock(isOpen)
  return (
    <>
      <Transition mounted={isOpen} transition="fade" {...motion}>
        {(style) => <button type="button" tabIndex={-1} aria-hidden className={classes.overlay} style={style} onClick={onClose} />}
      </Transition>
      <Transition mounted={isOpen} transition={slide} {...motion}>
        {(style) => <Panel id={id} style={style} onClose={onClose} />}
      </Transition>
    </>
  )
}

const menuId = 'menu'
/** After the screen's own calls. */
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

/** Sends watch progress that could not be sent before: after signing in, and when the connection is back. */
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
  useBeforeUnload(useQueuedWrites() > 0)
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
      <Box component="main" id="main" tabIndex={-1} miw={0}>
        <OfflineBanner />
        {children ?? <Outlet />}
      </Box>
      {mayUpload && <LateUploads />}
      <ComposerHost />
    </div>
  )
}

type SidebarProps = {
  isRail: boolean
  /** Absent if the width or the screen leaves no choice. */
  onFold?: ((isFolded: boolean) => void) | undefined
}

/** The shell's left side from 768 px: sidebar of 232, or rail of 64. */
function Sidebar({ isRail, onFold }: SidebarProps) {
  const school = useSchoolName()
  const role = useSession((session) => session.user?.role ?? 'USER')
  const words = isRail ? 'Unfold the menu' : 'Fold the menu'
  const Icon = isRail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const fold = onFold && (
    <Tooltip label={words}>
      <ActionIcon aria-label={words} onClick={() => onFold(!isRail)}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <header className={`${classes.sidebar} ${isRail ? classes.rail : ''}`}>
      <div className={classes.sidebarHead}>
        <Link to="/" className={classes.home} aria-label={school ? `LMS, ${school}, to the start` : 'LMS, to the start'}>
          <Brand isRail={isRail} school={school} />
        </Link>
        {!isRail && (
          <Flex component="span" align="center" flex="none">
            <span className={classes.fold}>{fold}</span>
            <Bell place="sidebar" />
          </Flex>
        )}
      </div>
      <div className={isRail ? classes.unfold : classes.search}>
        <SearchButton place={isRail ? 'rail' : 'sidebar'} actions={listPageActions(role)} />
        {isRail && <Bell place="rail" />}
      </div>
      <Nav isRail={isRail} />
      {isRail && fold && <div className={classes.unfold}>{fold}</div>}
      <div className={classes.sidebarFoot}>
        <UserMenu isRail={isRail} />
      </div>
    </header>
  )
}

type NavProps = {
  /** Icons only, with their names as tooltips. */
  isRail?: boolean
  onGo?: () => void
}

function Item({ item, isActive, isRail, onGo }: { item: MenuItem; isActive: boolean; isRail: boolean; onGo?: (() => void) | undefined }) {
  const count = useNavBadges((counts) => (item.count ? counts[item.count] : undefined))
  const { label, to, Icon } = item
  const link = (
    <Link
      to={to}
      className={`${classes.item} ${isRail ? classes.navRail : ''}`}
      {...(isActive && { 'aria-current': 'page' as const })}
      {...(isRail && { 'aria-label': label })}
      {...(onGo && { onClick: onGo })}
    >
      <Icon size={isRail ? 20 : 18} stroke={1.75} aria-hidden />
      {!isRail && <span>{label}</span>}
      {!isRail && count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
    </Link>
  )
  return <li className={item.beginsGroup && classes.group}>{isRail ? <Tooltip label={label}>{link}</Tooltip> : link}</li>
}

/** The main menu: the same list in sidebar, rail and drawer. */
function Nav({ isRail = false, onGo }: NavProps) {
  const role = useSession((session) => session.user?.role ?? 'USER')
  const { pathname } = useLocation()
  const items = menuItems[role]
  const active = activeItem(items, pathname)
  return (
    <nav aria-label="Main" className={classes.nav}>
      <Flex component="ul" direction="column" gap={2}>
        {items.map((item) => (
          <Item key={item.label} item={item} isActive={item === active} isRail={isRail} onGo={onGo} />
        ))}
      </Flex>
    </nav>
  )
}

type Pointed = { Tooltip: typeof LazyTooltip; target: HTMLElement }

/** A name next to an icon, on hover and focus. Mantine's tooltip is too large for a first page, so it is loaded then. */
function Tooltip({
  label,
  children,
}: {
  label: string
  children: ReactElement<Partial<Record<'onPointerEnter' | 'onFocus', (event: SyntheticEvent<HTMLElement>) => void>>>
}) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const load = ({ currentTarget: target }: SyntheticEvent<HTMLElement>): void =>
    // Until then, screen readers still have the name.
    void import('./lazy-tooltip.tsx').then(({ LazyTooltip: Tooltip }) => setPointed({ Tooltip, target })).catch(() => undefined)
  return (
    <>
      {cloneElement(children, { onPointerEnter: load, onFocus: load })}
      {pointed && <pointed.Tooltip label={label} target={pointed.target} />}
    </>
  )
}

const ShellUploads = lazy(async () => ({ default: (await import('./upload-tray-slot.tsx')).UploadTraySlot }))

/** The uploads of the shell, once there are any: started on this page, or restored from an earlier visit. */
function LateUploads() {
  const userId = useSession(({ user }) => user?.id)
  const isStarted = useUploadsStarted((state) => state.isStarted)
  useEffect(() => {
    if (isStarted || userId === undefined) return
    const start = (stored: readonly unknown[]): void => void (stored.length > 0 && useUploadsStarted.setState({ isStarted: true }))
    void createUploadStorage().list(userId).then(start)
  }, [userId, isStarted])
  if (!isStarted) return null
  return (
    <Suspense>
      <ShellUploads />
    </Suspense>
  )
}
