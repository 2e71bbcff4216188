/** Shown in place of a screen that failed: the shell around it goes on. */
import { Box, Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useRouteError } from 'react-router'
import { BlockedPage } from '#ui/error-page.tsx'
import { LoadingScreen } from '#ui/loading.tsx'
import { Alert } from '#ui/alert.tsx'
import { handleChunkError } from './chunk-reload.ts'

const reload = (): void => window.location.reload()

export function ErrorBoundary() {
  const error = useRouteError()
  const [way, setWay] = useState<ReturnType<typeof handleChunkError> | null>(null)
  const isReloading = useRef(false)
  useEffect(() => {
    // Asking counts the turn, and StrictMode runs effects twice.
    if (isReloading.current) return
    isReloading.current = true
    setWay(handleChunkError(window.location.pathname))
  }, [])
  useEffect(() => {
    if (way === 'reload') reload()
  }, [way])

  if (way === null || way === 'reload') return <LoadingScreen />
  const action = <Button onClick={reload}>Reload</Button>
  if (way === 'offer') {
    return (
      <Box maw={480} p="22px var(--gutter)">
        <Alert title="A new version is ready" role="alert" action={action}>
          Reload to go on. What you wrote is kept on this device.
        </Alert>
      </Box>
    )
  }
  return (
    <BlockedPage title="This page stopped working" icon={<IconMoodSad size={22} stroke={1.75} aria-hidden />} action={action}>
      The fault is ours. What you wrote is kept on this device. {import.meta.env.DEV && String(error)}
    </BlockedPage>
  )
}
