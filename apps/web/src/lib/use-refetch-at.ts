/** Reads again what has ended by the clock: a state with a known end, such as a week that opens. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '@lms/contract/client'
import { getPastFrom } from '@lms/contract/rules/late-policy'
import { toServerTime, useServerNow } from './server-clock.ts'

/** Our clock may be ahead of the server's by so much; asked earlier, the server would say what was. */
const aheadMs = 2000

type Moments = readonly (string | number | null | undefined)[]

/** Asks again when one of these moments has passed since the reply came: what it shows may be over. */
export function useRefetchAt({ dataUpdatedAt }: { dataUpdatedAt: number }, moments: Moments, domains: readonly (keyof Client)[]): void {
  const client = useQueryClient()
  const loadedAt = toServerTime(dataUpdatedAt)
  const times = moments.map((at) => (at ? new Date(at).getTime() + aheadMs : 0))
  const now = useServerNow()
  const isDue = dataUpdatedAt > 0 && times.some((at) => loadedAt < at && at <= now)
  const keys = domains.join(' ')
  // At each look, until a reply comes.
  useEffect(() => {
    if (isDue) for (const domain of keys.split(' ')) void client.invalidateQueries({ queryKey: [domain] })
  }, [isDue, now, keys, client])
}

/** When work is due and closes has passed. */
export const getEnds = ({ dueAt, closesAt }: { dueAt: string | null; closesAt: string | null }): ('' | number | null)[] =>
  [dueAt, closesAt].map((at) => at && getPastFrom(at))
