/** What people wrote and have not sent, on this device: stored per user and key. */

import { localStore } from './local-store.ts'
import { usePageRisks } from './navigation.ts'
import { onNextPerson } from './next-person.ts'

type StoredDraft<T> = { value: T; savedAt: string }

const prefix = 'draft:'
export const toName = (userId: string, key: string): string => `${prefix}${userId}:${key}`

/** The drafts that the screens of each address have read since the page was loaded, by their names. */
const readAt = new Map<string, Set<string>>()

/** Drafts that the device refused, by name: its storage is full or blocked. They are kept as long as this page is. */
const unkept = new Map<string, string>()
const setUnkept = (name: string, text: string | null): void => {
  if (text === null) unkept.delete(name)
  else unkept.set(name, text)
  usePageRisks.setState({ keepsDrafts: unkept.size === 0 })
}
onNextPerson(() => {
  readAt.clear()
  unkept.clear()
  usePageRisks.setState({ keepsDrafts: true })
})

const getText = (name: string): string | null => unkept.get(name) ?? localStore.getItem(name)

function parse<T>(text: string | null): StoredDraft<T> | null {
  try {
    return text === null ? null : (JSON.parse(text) as StoredDraft<T>)
  } catch {
    return null
  }
}

export function readDraft<T>(userId: string, key: string): StoredDraft<T> | null {
  const name = toName(userId, key)
  const { pathname } = window.location
  readAt.set(pathname, (readAt.get(pathname) ?? new Set()).add(name))
  return parse<T>(getText(name))
}

/** Milliseconds: drafts that nobody opened again for so long make room for new ones. */
const oldAfterMs = 90 * 24 * 3600 * 1000

function removeOldDrafts(): void {
  for (const name of localStore.names())
    if (name.startsWith(prefix)) {
      const at = Date.parse(parse(localStore.getItem(name))?.savedAt ?? '')
      if (!(at > Date.now() - oldAfterMs)) localStore.removeItem(name)
    }
}

function save(name: string, text: string): boolean {
  if (localStore.tryStore(name, text)) return true
  removeOldDrafts()
  return localStore.tryStore(name, text)
}

export function saveDraft<T>(userId: string, key: string, value: T, savedAt = new Date().toISOString()): void {
  const name = toName(userId, key)
  const text = JSON.stringify({ value, savedAt })
  setUnkept(name, save(name, text) ? null : text)
}

const remove = (name: string): void => {
  localStore.removeItem(name)
  setUnkept(name, null)
}

export const clearDraft = (userId: string, key: string): void => remove(toName(userId, key))

/** The names of the stored drafts of the current screen: for one that fails because of them. */
export const listDraftsHere = (): string[] => [...(readAt.get(window.location.pathname) ?? [])].filter((name) => getText(name) !== null)

export const clearDraftsHere = (): void => listDraftsHere().forEach(remove)

/** Values are equal if their JSON is. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
