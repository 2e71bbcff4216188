/** Banners and questions that no page needs at first: the server is too busy, the device keeps no drafts, a file is still uploading. */

import { Button } from '@mantine/core'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { isUnavailable } from '#lib/api-errors.ts'
import { useBeforeUnload, usePageRisks } from '#lib/navigation.ts'
import { IconCloudOff } from '#ui/icons.ts'
import { ToastFocus } from '#ui/toast-focus.tsx'
import classes from './top-bar.module.css'

const isRefused = ({ state: { data, fetchFailureReason: reason } }: Query): boolean => data === undefined && isUnavailable(reason)

/** What the screen waits for while the server refuses it: it is asked again and again, or at once. */
function useRefused() {
  const cache = useQueryClient().getQueryCache()
  const isAny = useIsFetching({ predicate: isRefused }) > 0
  const askNow = (): void => {
    for (const query of cache.findAll({ predicate: isRefused })) void query.cancel().then(() => query.fetch().catch(() => undefined))
  }
  return { isAny, askNow }
}

function BusyBanner() {
  const { isAny, askNow } = useRefused()
  if (!isAny) return null
  return (
    <p className={classes.banner}>
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      The server cannot answer now.
      <Button variant="subtle" size="compact-sm" onClick={askNow}>
        Try again
      </Button>
    </p>
  )
}

const UnsavedChangesGuard = lazy(async () => ({ default: (await import('#ui/dialog.tsx')).UnsavedChangesGuard }))

export function PageAlerts({ isOnline }: { isOnline: boolean }) {
  const { uploads, keepsDrafts } = usePageRisks()
  useBeforeUnload(!keepsDrafts)
  return (
    <>
      <ToastFocus />
      {!keepsDrafts && (
        <p className={classes.banner}>
          <IconCloudOff size={16} stroke={1.75} aria-hidden />
          This device does not keep what you write: its storage is full or blocked. Save or send it before you close this page.
        </p>
      )}
      {isOnline && <BusyBanner />}
      {uploads > 0 && (
        <Suspense>
          <UnsavedChangesGuard
            isActive
            title="Leave while a file is uploading?"
            text="It is not uploaded if you leave this page now."
            stay="Stay"
            leave="Leave"
          />
        </Suspense>
      )}
    </>
  )
}
