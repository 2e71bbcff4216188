/** One upload from its current state to its end: send the bytes, assemble the parts, create the media item. */

import { getErrorMessage, isApiProblem, isDefinitive } from '#lib/api-errors.ts'
import { newId } from '#lib/ids.ts'
import type { Deliver, UploadCalls } from '../api.ts'
import { withRetries } from './retries.ts'
import { sendFile, type SendOptions } from './send-file.ts'
import type { Upload, VideoMetadata } from './types.ts'
import type { List } from './upload-list.ts'

/** Milliseconds between two updates of a progress bar: more would slow down a busy page without being visible. */
const reportMs = 200

export type ReadMetadata = (file: File, options: SendOptions, onThumbnail: (url: string) => void) => Promise<VideoMetadata>

/** The duration of a video, and the key of its stored thumbnail; an upload continues if the thumbnail fails. */
export const readMetadata: ReadMetadata = async (file, options, onThumbnail) => {
  const { seconds, image } = await readVideoMetadata(file)
  if (!image) return { durationSeconds: seconds, thumbnail: null }
  onThumbnail(URL.createObjectURL(image))
  const thumbnail = await sendFile(image, options).catch(() => null)
  return { durationSeconds: seconds, thumbnail }
}

export type UploadTools = {
  list: List
  calls: UploadCalls
  deliver: Deliver
  readMetadata: ReadMetadata
  delays: readonly number[]
  singleLimit: number | undefined
  /** Undefined if a file has been uploaded already and cannot be read again. */
  fileOf: (id: string) => File | undefined
  onDelivered: (upload: Upload) => void
}

const noMetadata: VideoMetadata = { durationSeconds: null, thumbnail: null }

export async function runUpload(id: string, signal: AbortSignal, tools: UploadTools): Promise<void> {
  const { list } = tools
  list.change(id, { state: 'moving', reason: null, speed: null })
  try {
    const facts = getMetadata(id, signal, tools)
    if (!list.find(id)?.isStored) await sendParts(id, signal, tools)
    await list.save(id, { facts: await facts })
    await handOver(id, signal, tools)
  } catch (error) {
    // The code that stopped it has set its state.
    if (signal.aborted) return
    const reason = getFileError(error)
    if (reason !== undefined) return list.save(id, { state: 'refused', speed: null, reason, refusedBecause: reason })
    const isSignedOut = isApiProblem(error) && error.status === 401
    list.change(id, isSignedOut ? { state: 'signed-out', speed: null } : { state: 'failed', speed: null, reason: getErrorMessage(error) })
  }
}

/** Why the server rejects the file itself, as a sentence: for its type or size, after assembling its parts or when it is attached. */
function getFileError(error: unknown): string | undefined {
  if (!isApiProblem(error)) return undefined
  if (error.problem === 'unsupported-type' || error.problem === 'too-large') return getErrorMessage(error)
  const fileError = error.errors.find(({ pointer }) => pointer === '/url')
  return fileError && `${fileError.detail}.`
}

async function getMetadata(
  id: string,
  signal: AbortSignal,
  { list, calls, delays, fileOf, readMetadata }: UploadTools,
): Promise<VideoMetadata> {
  const known = list.find(id)?.facts
  const file = fileOf(id)
  if (known || !file) return known ?? noMetadata
  const facts = await readMetadata(file, { signal, calls, delays }, (thumbnailUrl) => list.change(id, { thumbnailUrl })).catch(
    () => noMetadata,
  )
  if (!signal.aborted) await list.save(id, { facts })
  return facts
}

async function sendParts(id: string, signal: AbortSignal, { list, calls, delays, singleLimit, fileOf }: UploadTools): Promise<void> {
  const [file, upload] = [fileOf(id), list.find(id)]
  if (!file || !upload) return
  const meter = createMeter()
  let [reportedAt, last] = [0, 0]
  const onBytes = (bytes: number): void => {
    meter.note(bytes)
    // One part has a connection again, while others still wait for their next attempt.
    if (bytes > last && list.find(id)?.state === 'offline') list.change(id, { state: 'moving' })
    last = bytes
    if (performance.now() - reportedAt < reportMs || signal.aborted) return
    reportedAt = performance.now()
    list.change(id, { bytes: Math.max(list.find(id)?.bytes ?? 0, bytes), speed: meter.speed() })
  }
  const { key, uploadId, partSize, parts } = upload
  const options: SendOptions = {
    signal,
    calls,
    delays,
    ...(singleLimit !== undefined && { singleLimit }),
    session: key && uploadId && partSize ? { key, uploadId, partSize, parts } : null,
    onStarted: (session) => {
      // The server discarded the earlier session and its parts: the bar starts again.
      const before = list.find(id)?.uploadId
      if (before && before !== session.uploadId) {
        list.change(id, { bytes: 0 })
        last = 0
      }
      void list.save(id, session)
    },
    onPart: (part) => void list.save(id, { parts: [...(list.find(id)?.parts ?? []), part] }),
    onBytes,
    onOffline: (isOffline) => signal.aborted || list.change(id, { state: isOffline ? 'offline' : 'moving', speed: null }),
  }
  const stored = await sendFile(file, options).catch((error: unknown) => {
    // The last update of the progress bar may have been skipped.
    if (!signal.aborted) list.change(id, { bytes: Math.max(list.find(id)?.bytes ?? 0, last) })
    throw error
  })
  await list.save(id, { key: stored, isStored: true, bytes: upload.size, speed: null })
}

/** Only after “Publish” or “Save”. Each retry sends the same request, as the Idempotency-Key demands. */
async function handOver(id: string, signal: AbortSignal, { list, delays, deliver, onDelivered }: UploadTools): Promise<void> {
  const upload = list.find(id)
  if (!upload?.key || !upload.target || !upload.isWanted) return list.change(id, { state: 'done' })
  const { key, target, facts, idempotencyKey } = upload
  const sent = upload.sent ?? { target, facts: facts ?? noMetadata }
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
    // Nothing was created: a corrected retry is a new request.
    if (isDefinitive(error)) await list.save(id, { sent: null, idempotencyKey: newId() })
    throw error
  }
}

/** Milliseconds over which the speed is averaged: long enough to be steady, short enough to follow a change of network. */
const speedWindowMs = 8000
/** Milliseconds before a speed is shown. */
const firstAfter = 1500

type Meter = { note: (bytes: number) => void; speed: () => number | null }

function createMeter(now: () => number = () => performance.now()): Meter {
  let samples: { at: number; bytes: number }[] = []
  return {
    note: (bytes) => {
      const at = now()
      samples = [...samples.filter((sample) => at - sample.at <= speedWindowMs), { at, bytes }]
    },
    /** Bytes per second; null while unknown. */
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < firstAfter || last.bytes <= first.bytes) return null
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
    },
  }
}

/** Milliseconds: files with their index at the end, slow disks and busy machines take time; unplayable files fail at once. */
const patienceMs = 20_000
/** Pixels of the longer side: a library tile on a dense screen. */
const maxSide = 640

/** What the browser can read from a video: its duration and one image. */
type VideoReading = { seconds: number | null; image: File | null }

/** Null if the browser cannot read it. */
function readVideoMetadata(file: Blob): Promise<VideoReading> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const address = URL.createObjectURL(file)
    let seconds: number | null = null
    const finish = (image: File | null): void => {
      clearTimeout(timer)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
      resolve({ seconds, image })
    }
    const timer = setTimeout(() => finish(null), patienceMs)
    const report = (): void => {
      // Recordings made in a browser carry no length: looking for their end makes the player find it.
      if (!Number.isFinite(video.duration)) return void (video.currentTime = Number.MAX_SAFE_INTEGER)
      if (seconds !== null || video.duration <= 0) return
      seconds = Math.round(video.duration * 10) / 10
      if (video.videoWidth === 0) return finish(null)
      // The first frames are often black.
      video.addEventListener('seeked', () => void drawFrame(video).then(finish, () => finish(null)), { once: true })
      video.currentTime = Math.min(video.duration / 4, 20)
    }
    video.preload = 'auto'
    video.muted = true
    video.addEventListener('loadedmetadata', report)
    video.addEventListener('durationchange', report)
    video.addEventListener('error', () => finish(null))
    video.src = address
  })
}

async function drawFrame(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
  // Safari returns PNG if it cannot write WebP.
  return blob && new File([blob], `image.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type })
}
