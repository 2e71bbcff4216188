/** Idempotency-Keys of requests whose answer is not known, by what the request says; some outlive the page, as the draft does that is sent again. */
import { newId } from '#lib/ids.ts'
import { localStore } from '#lib/local-store.ts'
import { useSession } from '#lib/session.ts'

/** Milliseconds: less than the day that the server knows them for. */
const goodFor = 20 * 3_600_000

type Kept = Record<string, { key: string; at: number }>

/** FNV-1a, 32 bits. What was written is not kept a second time, and need not be: another request under one key is refused. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

const nameOf = (): string => `requests:${useSession.getState().user?.id ?? 'nobody'}`

function readAll(): Kept {
  try {
    const all = JSON.parse(localStore.getItem(nameOf()) ?? '{}') as Kept
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Date.now() - at < goodFor))
  } catch {
    return {}
  }
}

function writeAll(all: Kept): void {
  if (Object.keys(all).length > 0) localStore.setItem(nameOf(), JSON.stringify(all))
  else localStore.removeItem(nameOf())
}

/** The key that the same request went under before, or a new one. */
export function keptKeyOf(request: string): string {
  const [all, hash] = [readAll(), hashOf(request)]
  const key = all[hash]?.key ?? newId()
  writeAll({ ...all, [hash]: { key, at: Date.now() } })
  return key
}

export function forgetKeyOf(request: string): void {
  const { [hashOf(request)]: _done, ...others } = readAll()
  writeAll(others)
}
