/** Reads again what has ended by the clock: a state with a known end, such as a week that opens. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '@lms/contract/client'
import { getPastFrom } from '@lms/contract/rules/late-policy'
import { serverNow, toServerTime, useServerNow } from './server-clock.ts'

type Domains = readonly (keyof Client)[]

/** Milliseconds between two looks at the clock, at most. */
const lookMs = 15_000

/** `isOutdated`: whether the data says something that is over by now. Asks again until the reply says otherwise. */
export function useRefetchWhile(isOutdated: (now: number) => boolean, domains: Domains, everyMs = lookMs): void {
  const client = useQueryClient()
  const now = useServerNow(everyMs)
  const isDue = isOutdated(now)
  const keys = domains.join(' ')
  useEffect(() => {
    if (isDue) for (const domain of keys.split(' ')) void client.invalidateQueries({ queryKey: [domain] })
  }, [isDue, now, keys, client])
}

/** Our clock may be ahead of the server's by so much; asked earlier, the server would say what was. */
const aheadMs = 2000

type Moments = readonly (string | number | null | undefined)[]

/** Asks again when one of these moments has passed since the reply came: what it says may have ended by itself. */
export function useRefetchAt({ dataUpdatedAt }: { dataUpdatedAt: number }, moments: Moments, domains: Domains): void {
  const loadedAt = toServerTime(dataUpdatedAt)
  const times = moments.flatMap((at) => (at === null || at === undefined ? [] : [new Date(at).getTime() + aheadMs]))
  const now = serverNow()
  const next = Math.min(...times.filter((at) => at > now)) - now
  useRefetchWhile((at) => dataUpdatedAt > 0 && times.some((time) => loadedAt < time && time <= at), domains, Math.min(next, lookMs))
}

/** When work is due and closes has passed. */
export const getEnds = ({ dueAt, closesAt }: { dueAt: string | null; closesAt: string | null }): number[] =>
  [dueAt, closesAt].filter((at) => at !== null).map(getPastFrom)
