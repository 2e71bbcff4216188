/** What stands in place of a screen that broke: the shell around it lives on. */
import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useRouteError } from 'react-router'
import { BlockedPage } from '#ui/blocked-page.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Alert } from '#ui/alert.tsx'
import { handleChunkError } from './chunk-reload.ts'
import classes from './error-boundary.module.css'

const reload = (): void => window.location.reload()

export function ErrorBoundary() {
  const error = useRouteError()
  const [way, setWay] = useState<ReturnType<typeof handleChunkError> | null>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    // Asking counts the turn, and StrictMode runs effects twice.
    if (isAsked.current) return
    isAsked.current = true
    setWay(handleChunkError(window.location.pathname))
  }, [])
  useEffect(() => {
    if (way === 'reload') reload()
  }, [way])

  if (way === null || way === 'reload') return <LoadingScreen />
  const action = <Button onClick={reload}>Reload</Button>
  if (way === 'offer') {
    return (
      <div className={classes.place}>
        <Alert title="A new version is ready" role="alert" action={action}>
          Reload to go on. What you wrote is kept on this device.
        </Alert>
      </div>
    )
  }
  return (
    <BlockedPage title="This page stopped working" icon={<IconMoodSad size={22} stroke={1.75} aria-hidden />} action={action}>
      The fault is ours. What you wrote is kept on this device. {import.meta.env.DEV && String(error)}
    </BlockedPage>
  )
}
