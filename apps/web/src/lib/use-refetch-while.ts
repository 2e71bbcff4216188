/** Reads again what has ended by the clock: a state with a known end, such as a week that opens. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '@lms/contract/client'
import { useServerNow } from './server-clock.ts'

/** `isOutdated`: whether the data says something that is over by now. Asks again until the reply says otherwise. */
export function useRefetchWhile(isOutdated: (now: number) => boolean, domains: readonly (keyof Client)[]): void {
  const client = useQueryClient()
  const now = useServerNow()
  const isDue = isOutdated(now)
  const keys = domains.join(' ')
  useEffect(() => {
    if (isDue) for (const domain of keys.split(' ')) void client.invalidateQueries({ queryKey: [domain] })
  }, [isDue, now, keys, client])
}
