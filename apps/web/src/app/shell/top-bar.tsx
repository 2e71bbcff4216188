/** The top bar on phones (back or menu, the title, one action, notifications), and the banner while offline or refused. */
import { ActionIcon, Button } from '@mantine/core'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type Ref, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useSchoolName } from '#features/auth/api.ts'
import { Bell } from '#features/notices/index.ts'
import { IconChevronLeft, IconCloudOff, IconMenu2 } from '#ui/icons.ts'
import { topBarActionId, usePageParent } from '#ui/page.tsx'
import classes from './top-bar.module.css'

type Props = { isMenuOpen: boolean; menuId: string; onMenu: () => void; menuButton: Ref<HTMLButtonElement> }

export function TopBar({ isMenuOpen, menuId, onMenu, menuButton }: Props) {
  const school = useSchoolName()
  const parent = usePageParent((state) => state.parent)
  const menu = (
    <ActionIcon ref={menuButton} size={44} aria-label="Menu" aria-expanded={isMenuOpen} aria-controls={menuId} onClick={onMenu}>
      <IconMenu2 size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <header className={classes.bar}>
      {parent?.to ? (
        <Link to={parent.to} className={classes.back}>
          <IconChevronLeft size={22} stroke={1.75} aria-hidden />
          <span>{parent.label}</span>
        </Link>
      ) : (
        <>
          {menu}
          <span className={classes.title}>
            LMS
            {school && <span className={classes.school}>{school}</span>}
          </span>
        </>
      )}
      <div className={classes.right}>
        <div id={topBarActionId} className={classes.action} />
        <Bell place="phone" />
        {/* On nested pages the way back has the left corner; the menu must stay in reach. */}
        {parent?.to && menu}
      </div>
    </header>
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

const isRefused = ({ state: { data, fetchFailureReason: reason } }: Query): boolean =>
  data === undefined && reason !== null && 'status' in reason && reason.status === 503

/** What the screen waits for while the server refuses it: it is asked again and again, or at once. */
function useRefused() {
  const cache = useQueryClient().getQueryCache()
  const isAny = useIsFetching({ predicate: isRefused }) > 0
  const askNow = (): void => {
    for (const query of cache.findAll({ predicate: isRefused })) void query.cancel().then(() => query.fetch().catch(() => undefined))
  }
  return { isAny, askNow }
}

/** Shown while the device is offline, and while the server is too busy to answer. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  const { isAny, askNow } = useRefused()
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.banner}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          You are offline. What you write is kept on this device.
        </p>
      )}
      {isOnline && isAny && (
        <p className={classes.banner}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          The server is too busy to answer.
          <Button variant="subtle" size="compact-sm" onClick={askNow}>
            Try again
          </Button>
        </p>
      )}
    </div>
  )
}
