/** What was last opened from the search, on this device: stored per user. */

import { localStore } from '#lib/local-store.ts'
import type { Hit } from './results.ts'

const kept = 5
const toName = (userId: string): string => `recent:${userId}`

export function readRecent(userId: string): Hit[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(toName(userId)) ?? '[]')
    return Array.isArray(stored) ? (stored as Hit[]) : []
  } catch {
    return []
  }
}

/** The newest first, each once. */
export const keepRecent = (userId: string, hit: Hit): void =>
  localStore.setItem(toName(userId), JSON.stringify([hit, ...readRecent(userId).filter(({ id }) => id !== hit.id)].slice(0, kept)))
