/** The top bar on phones (back or menu, the title, one action, notifications), and the banner while offline or refused. */

import { ActionIcon, Flex, Text } from '@mantine/core'
import { lazy, type Ref, Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useKeepsDrafts } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { IconChevronLeft, IconCloudOff, IconMenu2 } from '#ui/icons.ts'
import { topBarActionId, usePageParent } from '#ui/page.tsx'
import { useSchoolName } from '#features/auth/api.ts'
import { Bell } from '#features/notices/bell.tsx'
import { SearchButton } from '#features/search/search-button.tsx'
import { listPageActions } from './menu-items.ts'
import classes from './top-bar.module.css'

type Props = { isMenuOpen: boolean; menuId: string; onMenu: () => void; menuButton: Ref<HTMLButtonElement> }

export function TopBar({ isMenuOpen, menuId, onMenu, menuButton }: Props) {
  const school = useSchoolName()
  const role = useSession((session) => session.user?.role ?? 'USER')
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
            {school && (
              <Text span variant="meta" truncate display="block">
                {school}
              </Text>
            )}
          </span>
        </>
      )}
      <Flex flex="none" ml="auto">
        <Flex id={topBarActionId} />
        <SearchButton place="phone" actions={listPageActions(role)} />
        <Bell place="phone" />
        {/* On nested pages the way back has the left corner; the menu must stay in reach. */}
        {parent?.to && menu}
      </Flex>
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

/** Not part of the first page. */
const PageAlerts = lazy(async () => ({ default: (await import('./page-alerts.tsx')).PageAlerts }))

/** Shown while the device is offline, and while the server cannot answer. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  const keeps = useKeepsDrafts()
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.banner}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          {keeps ? 'You are offline. What you write is kept on this device.' : 'You are offline.'}
        </p>
      )}
      <Suspense>
        <PageAlerts isOnline={isOnline} />
      </Suspense>
    </div>
  )
}
