/** The keys by which the server knows a repeated request, so that it is done once. */

import { newId } from './ids.ts'
import { localStore } from './local-store.ts'
import { useSession } from './session.ts'

/** `request` identifies the data: a digest, or the form itself, because serializing a form omits its file. */
type PendingKey = { request: string | FormData; key: string }
type StoredKey = { request: string; key: string; at: number }

const storageName = 'requests'
/** Same as the time for which the server stores the first response. */
const maxAgeMs = 24 * 3600 * 1000

const pending = new Map<string, PendingKey>()

/**
 * 64 bits of FNV-1a, so that the data itself is not stored on the device. A collision is harmless: the server compares the
 * requests of a key, and rejects a different one.
 */
function digest(text: string): string {
  let [one, two] = [0x811c9dc5, 0x050c5d1f]
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    two = Math.imul(two ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

function readStored(): Record<string, StoredKey> {
  try {
    const stored = JSON.parse(localStore.getItem(storageName) ?? '{}') as Record<string, StoredKey>
    return Object.fromEntries(Object.entries(stored).filter(([, { at }]) => at > Date.now() - maxAgeMs))
  } catch {
    return {}
  }
}

function saveKey(slot: string, entry: StoredKey | null): void {
  const { [slot]: _last, ...others } = readStored()
  const next = entry ? { ...others, [slot]: entry } : others
  if (Object.keys(next).length === 0) localStore.removeItem(storageName)
  else localStore.setItem(storageName, JSON.stringify(next))
}

interface IdempotencyKey {
  key: string
  /** Call it once the outcome is known: the next equal request is a new action. */
  release: () => void
}

/**
 * The key of a request to `call`, such as `discussions.createComment`. The last request per call and target is remembered; sending a
 * different one discards it. With `isStored` it is stored on the device, and survives a reload.
 */
export function getIdempotencyKey(
  call: string,
  request: { params?: unknown; body?: unknown },
  { isStored }: { isStored: boolean },
): IdempotencyKey {
  const slot = digest(`${useSession.getState().user?.id ?? 'nobody'} ${call} ${JSON.stringify(request.params ?? null)}`)
  const sent = request.body instanceof FormData ? request.body : digest(JSON.stringify(request))
  const known = pending.get(slot) ?? (isStored ? readStored()[slot] : undefined)
  const key = known?.request === sent ? known.key : newId()
  pending.set(slot, { request: sent, key })
  if (isStored && typeof sent === 'string') saveKey(slot, { request: sent, key, at: Date.now() })
  return {
    key,
    release: () => {
      if (pending.get(slot)?.key !== key) return
      pending.delete(slot)
      if (isStored) saveKey(slot, null)
    },
  }
}
