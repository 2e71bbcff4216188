/** Idempotency-Keys of requests whose answer is not known: sent again, also after a reload, a request is still the same one. */
import { newId } from './ids.ts'
import { localStore } from './local-store.ts'
import { useSession } from './session.ts'

/** `of` tells what was sent; a form says nothing of its file when it is written as text, so each stands for itself. */
type Pending = { of: string | FormData; key: string }
type Kept = Record<string, { of: string; key: string; at: number }>

const name = 'requests'
/** As long as the server keeps a first answer (decision 0003). */
const keptMs = 24 * 3600 * 1000

const pending = new Map<string, Pending>()

/**
 * 64 bits of FNV-1a, so that nothing of what was sent is kept on the device. Two requests that share them do no harm: the
 * server compares what came under a key, and refuses another request.
 */
function digestOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x050c5d1f]
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    two = Math.imul(two ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStore.getItem(name) ?? '{}') as Kept
    return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at > Date.now() - keptMs))
  } catch {
    return {}
  }
}

function keep(slot: string, entry: Kept[string] | null): void {
  const { [slot]: _last, ...others } = readKept()
  const next = entry ? { ...others, [slot]: entry } : others
  if (Object.keys(next).length === 0) localStore.removeItem(name)
  else localStore.setItem(name, JSON.stringify(next))
}

export interface RequestKey {
  key: string
  /** The answer is known. */
  settle: () => void
}

/**
 * The key of a request to `call`, such as `discussions.createComment`. One request a call and target is remembered: whoever
 * sends another one meanwhile has given the first one up, and a later one like the first is a new action. Only where
 * `isKept` it is remembered on the device, through reloads.
 */
export function getIdempotencyKey(
  call: string,
  request: { params?: unknown; body?: unknown },
  { isKept }: { isKept: boolean },
): RequestKey {
  const slot = digestOf(`${useSession.getState().user?.id ?? 'nobody'} ${call} ${JSON.stringify(request.params ?? null)}`)
  const { body } = request
  const of = body instanceof FormData ? body : digestOf(JSON.stringify(request))
  const known = pending.get(slot) ?? (isKept ? readKept()[slot] : undefined)
  const key = known && known.of === of ? known.key : newId()
  pending.set(slot, { of, key })
  if (isKept && typeof of === 'string') keep(slot, { of, key, at: Date.now() })
  return {
    key,
    settle: () => {
      if (pending.get(slot)?.key !== key) return
      pending.delete(slot)
      if (isKept) keep(slot, null)
    },
  }
}
