/** What people wrote and have not sent, on this device: stored per user and key. */
import { localStore } from './local-store.ts'

type StoredDraft<T> = { value: T; savedAt: string }

export const toName = (userId: string, key: string): string => `draft:${userId}:${key}`

/** The drafts that the screens of each address have read since the page was loaded, by their names. */
const readAt = new Map<string, Set<string>>()

export function readDraft<T>(userId: string, key: string): StoredDraft<T> | null {
  const name = toName(userId, key)
  const { pathname } = window.location
  readAt.set(pathname, (readAt.get(pathname) ?? new Set()).add(name))
  const text = localStore.getItem(name)
  if (text === null) return null
  try {
    return JSON.parse(text) as StoredDraft<T>
  } catch {
    return null
  }
}

export const saveDraft = <T>(userId: string, key: string, value: T, savedAt = new Date().toISOString()): void =>
  localStore.setItem(toName(userId, key), JSON.stringify({ value, savedAt }))

export const clearDraft = (userId: string, key: string): void => localStore.removeItem(toName(userId, key))

/** The names of the stored drafts of the current screen: for one that fails because of them. */
export const listDraftsHere = (): string[] =>
  [...(readAt.get(window.location.pathname) ?? [])].filter((name) => localStore.getItem(name) !== null)

export const clearDraftsHere = (): void => listDraftsHere().forEach((name) => localStore.removeItem(name))

/** Values are equal if their JSON is. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
