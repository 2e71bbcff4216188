/** Replaces a screen that failed; the shell around it stays. If a file is missing after a release, the page is reloaded once. */

import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useRouteError } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { BlockedPage } from '#ui/blocked-page.tsx'
import { IconMoodSad } from '#ui/icons.ts'
import { LoadingScreen } from '#ui/page.tsx'

const reload = (): void => window.location.reload()

export function ErrorBoundary() {
  const error = useRouteError()
  const [way, setWay] = useState<ReturnType<typeof handleChunkError> | null>(null)
  const [discard, setDiscard] = useState<(() => void) | null>(null)
  const isReloading = useRef(false)
  useEffect(() => {
    // Reading it counts the attempt, and StrictMode runs effects twice.
    if (isReloading.current) return
    isReloading.current = true
    setWay(handleChunkError(window.location.pathname))
    // Only now: a screen that fails stores its last input when it is removed.
    void import('#lib/stored-drafts.ts')
      .then(({ listDraftsHere, clearDraftsHere }) => {
        if (listDraftsHere().length === 0) return
        setDiscard(() => () => {
          clearDraftsHere()
          reload()
        })
      })
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    if (way === 'reload') reload()
  }, [way])

  if (way === null || way === 'reload') return <LoadingScreen />
  const action = <Button onClick={reload}>Reload</Button>
  if (way === 'offer') {
    return (
      <div style={{ maxWidth: 480, padding: '22px var(--gutter)' }}>
        <Alert title="A new version is ready" role="alert" action={action}>
          Reload to go on. What you wrote is kept on this device.
        </Alert>
      </div>
    )
  }
  return (
    <BlockedPage
      title="This page stopped working"
      icon={<IconMoodSad size={22} stroke={1.75} aria-hidden />}
      action={
        <>
          {action}
          {discard && (
            <Button variant="default" onClick={discard}>
              Discard what I wrote here
            </Button>
          )}
        </>
      }
    >
      The fault is ours. What you wrote is kept on this device. {discard && 'If reloading does not help, discard it. '}
      {import.meta.env.DEV && String(error)}
    </BlockedPage>
  )
}

const triedKey = 'lms-reloaded-for-new-version'
let hasLoadFailed = false

/** Remembers that a file did not load. The boundary decides what to do: hovering over a link must never reload the page. */
export function reloadOnChunkError(): void {
  window.addEventListener('vite:preloadError', () => {
    hasLoadFailed = true
  })
}

/** Whether to reload (once per path), to offer it, or neither, if no file was missing. */
function handleChunkError(pathname: string): 'reload' | 'offer' | 'other' {
  if (!hasLoadFailed) return 'other'
  try {
    if (sessionStorage.getItem(triedKey) === pathname) return 'offer'
    sessionStorage.setItem(triedKey, pathname)
    return 'reload'
  } catch {
    // Without storage reloads cannot be counted and might never end.
    return 'offer'
  }
}

/**
 * Called when the screen of a path has loaded: the next failure there may reload again. A screen that was left, and whose
 * file only arrives now, says nothing about the one that failed.
 */
export function clearReloadMark(pathname: string): void {
  try {
    if (sessionStorage.getItem(triedKey) === pathname) sessionStorage.removeItem(triedKey)
  } catch {
    // Nothing was stored.
  }
}
