/** One upload from its present state to its end: the bytes, the parts put together, the medium made. */
import { isApiProblem, isDefinitive, getErrorMessage } from '#lib/api.ts'
import { newId } from '#lib/ids.ts'
import { readRecording } from '../recording.ts'
import type { Deliver, UploadCalls } from './api.ts'
import { withRetries } from './retries.ts'
import { sendFile, type SendOptions } from './send-file.ts'
import type { List } from './upload-store.ts'
import type { Facts, Upload } from './types.ts'

/** Milliseconds between two changes of a bar: more often than anybody can see costs a busy page. */
const telling = 200

export type ReadFacts = (file: File, options: SendOptions, onStill: (url: string) => void) => Promise<Facts>

/** The length of a recording, and a picture that is stored beside it; no failure of the picture stops the rest. */
export const readFacts: ReadFacts = async (file, options, onStill) => {
  const { seconds, still } = await readRecording(file)
  if (!still) return { durationSeconds: seconds, thumbnail: null }
  onStill(URL.createObjectURL(still))
  const thumbnail = await sendFile(still, options).catch(() => null)
  return { durationSeconds: seconds, thumbnail }
}

export type RunTools = {
  list: List
  calls: UploadCalls
  deliver: Deliver
  readFacts: ReadFacts
  delays: readonly number[]
  /** Undefined where a file has arrived already and cannot be read again. */
  fileOf: (id: string) => File | undefined
  onDelivered: (upload: Upload) => void
}

const nothing: Facts = { durationSeconds: null, thumbnail: null }

export async function runUpload(id: string, signal: AbortSignal, tools: RunTools): Promise<void> {
  const { list } = tools
  list.change(id, { state: 'moving', reason: null, speed: null })
  try {
    const facts = factsOf(id, signal, tools)
    if (!list.find(id)?.isStored) await send(id, signal, tools)
    await list.save(id, { facts: await facts })
    await handOver(id, signal, tools)
  } catch (error) {
    // Whoever stopped it has said where it stands.
    if (signal.aborted) return
    const refusal = refusalOf(error)
    if (refusal !== undefined) return list.save(id, { state: 'refused', speed: null, reason: refusal, refusal })
    const isSignedOut = isApiProblem(error) && error.status === 401
    list.change(id, isSignedOut ? { state: 'signed-out', speed: null } : { state: 'failed', speed: null, reason: getErrorMessage(error) })
  }
}

/** Why the file itself is not taken, as a sentence: by its type or size, when it was put together or when it was to be used. */
function refusalOf(error: unknown): string | undefined {
  if (!isApiProblem(error)) return undefined
  if (error.problem === 'unsupported-type' || error.problem === 'too-large') return getErrorMessage(error)
  const fault = error.errors.find(({ pointer }) => pointer === '/url')
  return fault && `${fault.detail}.`
}

async function factsOf(id: string, signal: AbortSignal, { list, calls, delays, fileOf, readFacts }: RunTools): Promise<Facts> {
  const known = list.find(id)?.facts
  const file = fileOf(id)
  if (known || !file) return known ?? nothing
  const facts = await readFacts(file, { signal, calls, delays }, (stillUrl) => list.change(id, { stillUrl })).catch(() => nothing)
  if (!signal.aborted) await list.save(id, { facts })
  return facts
}

async function send(id: string, signal: AbortSignal, { list, calls, delays, fileOf }: RunTools): Promise<void> {
  const [file, upload] = [fileOf(id), list.find(id)]
  if (!file || !upload) return
  const meter = createMeter()
  let [told, last] = [0, 0]
  const onBytes = (bytes: number): void => {
    meter.note(bytes)
    // One part found the line again, while others still wait for their next try.
    if (bytes > last && list.find(id)?.state === 'offline') list.change(id, { state: 'moving' })
    last = bytes
    if (performance.now() - told < telling || signal.aborted) return
    told = performance.now()
    list.change(id, { bytes: Math.max(list.find(id)?.bytes ?? 0, bytes), speed: meter.speed() })
  }
  const { key, uploadId, partSize, parts } = upload
  const options: SendOptions = {
    signal,
    calls,
    delays,
    begun: key && uploadId && partSize ? { key, uploadId, partSize, parts } : null,
    onBegun: (begun) => {
      // The server gave the earlier one up: what it had is gone, and the bar has to say so.
      const before = list.find(id)?.uploadId
      if (before && before !== begun.uploadId) {
        list.change(id, { bytes: 0 })
        last = 0
      }
      void list.save(id, begun)
    },
    onPart: (part) => void list.save(id, { parts: [...(list.find(id)?.parts ?? []), part] }),
    onBytes,
    onOffline: (isOffline) => signal.aborted || list.change(id, { state: isOffline ? 'offline' : 'moving', speed: null }),
  }
  const stored = await sendFile(file, options).catch((error: unknown) => {
    // What the last change of the bar left out.
    if (!signal.aborted) list.change(id, { bytes: Math.max(list.find(id)?.bytes ?? 0, last) })
    throw error
  })
  await list.save(id, { key: stored, isStored: true, bytes: upload.size, speed: null })
}

/** Only once it is wanted. What was sent to the server stays the same with each try, or the key would not stand for it. */
async function handOver(id: string, signal: AbortSignal, { list, delays, deliver, onDelivered }: RunTools): Promise<void> {
  const upload = list.find(id)
  if (!upload?.key || !upload.target || !upload.isWanted) return list.change(id, { state: 'done' })
  const { key, target, facts, idempotencyKey } = upload
  const sent = upload.sent ?? { target, facts: facts ?? nothing }
  await list.save(id, { state: 'finishing', sent })
  try {
    const mediaId = await withRetries(() => deliver(sent.target, key, sent.facts, idempotencyKey), {
      signal,
      delays,
      onOffline: (isOffline) => signal.aborted || list.change(id, { state: isOffline ? 'offline' : 'finishing' }),
    })
    list.change(id, { state: 'done', mediaId })
    onDelivered({ ...upload, target: sent.target, mediaId })
  } catch (error) {
    // Nothing was made: what is mended and sent again is a new request.
    if (isDefinitive(error)) await list.save(id, { sent: null, idempotencyKey: newId() })
    throw error
  }
}

/** Milliseconds that the speed is taken over: long enough to be calm, short enough to follow a change of network. */
const span = 8000
/** Milliseconds before there is a speed at all. */
const firstAfter = 1500

type Meter = { note: (bytes: number) => void; speed: () => number | null }

function createMeter(now: () => number = () => performance.now()): Meter {
  let samples: { at: number; bytes: number }[] = []
  return {
    note: (bytes) => {
      const at = now()
      samples = [...samples.filter((sample) => at - sample.at <= span), { at, bytes }]
    },
    /** Bytes a second; null while nothing can be said. */
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < firstAfter || last.bytes <= first.bytes) return null
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
    },
  }
}
