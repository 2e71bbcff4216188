/** The banner while the server is too busy to answer what the screen waits for. */
import { Button } from '@mantine/core'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { IconCloudOff } from '#ui/icons.ts'
import classes from './top-bar.module.css'

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

export function BusyBanner() {
  const { isAny, askNow } = useRefused()
  if (!isAny) return null
  return (
    <p className={classes.banner}>
      <IconCloudOff size={16} stroke={1.75} aria-hidden />
      The server is too busy to answer.
      <Button variant="subtle" size="compact-sm" onClick={askNow}>
        Try again
      </Button>
    </p>
  )
}
