/** An upload: its stored data, and its current state. */

import type { FileHandle } from './file-handles.ts'

export type PartName = { key: string; uploadId: string }
export type Part = { partNumber: number; etag: string }
/** An upload in parts that has been started. */
export type UploadSession = PartName & { partSize: number; parts: Part[] }

type Caption = { key: string; language: string; label: string; default: boolean }

type Attachment = { key: string; name: string }

/** Where a file is published once it is complete. Title, notes, captions and attachments can still change until then. */
export type UploadTarget = {
  courseId: string
  weekId: string
  weekNumber: number
  /** Set if the file replaces that of a media item. */
  mediaId: string | null
  title: string
  notes: string
  captions: Caption[]
  /** Absent if there are none. */
  attachments?: Attachment[]
  /** For a replacement: whether viewers in the middle of the old one keep their position. If not set, the length decides. */
  watching?: 'KEEP' | 'RESTART'
}

/** Facts about a video read by the browser. */
export type VideoMetadata = { durationSeconds: number | null; /** Key of a stored picture. */ thumbnail: string | null }

/** The data that survives the page. */
export type StoredUpload = {
  id: string
  /** The owner: nobody else sees it. */
  ownerId: string
  createdAt: string
  name: string
  size: number
  lastModified: number
  fingerprint: string
  /** Reads the same file again after a reload, in browsers that have file handles. */
  handle: FileHandle | null
  key: string | null
  uploadId: string | null
  partSize: number | null
  parts: Part[]
  /** All of it is in the store. */
  isStored: boolean
  isPaused: boolean
  facts: VideoMetadata | null
  target: UploadTarget | null
  /** The user chose “Publish” or “Save”: it is published as soon as it is complete. */
  isWanted: boolean
  /** The request for publishing: each retry sends the same under the same Idempotency-Key. */
  sent: { target: UploadTarget; facts: VideoMetadata } | null
  idempotencyKey: string
  /** Why the server refuses the file. */
  refusedBecause?: string
}

export type UploadState =
  /** In the queue. */
  | 'waiting'
  | 'moving'
  /** No network; continues automatically. */
  | 'offline'
  | 'paused'
  /** After a reload: the browser asks before it reads the file again, or the user must pick it. */
  | 'needs-file'
  /** After a reload in a browser without locks: it can only be discarded. */
  | 'not-resumable'
  | 'signed-out'
  /** All bytes have arrived; the parts are assembled, or the media item is created. */
  | 'finishing'
  | 'failed'
  /** The file itself is refused: another try would not help. */
  | 'refused'
  | 'done'

export type Upload = StoredUpload & {
  state: UploadState
  /** Bytes that have arrived or are on their way: never falls. */
  bytes: number
  /** Bytes a second. */
  speed: number | null
  /** Why it failed, or why the file picked again was refused. */
  reason: string | null
  /** While waiting for the file: the server has said which parts it has. */
  isAsked: boolean
  /** The media item that was created from it. */
  mediaId: string | null
  /** URL of a thumbnail, while the page is open. */
  thumbnailUrl: string | null
}

export const getProgress = ({ bytes, size }: Pick<Upload, 'bytes' | 'size'>): number => (size === 0 ? 0 : Math.min(1, bytes / size))

/** Bytes of the parts that have arrived. */
export const getUploadedBytes = (size: number, { partSize, parts }: Pick<UploadSession, 'partSize' | 'parts'>): number =>
  parts.reduce((sum, { partNumber }) => sum + Math.min(partSize, size - (partNumber - 1) * partSize), 0)

export const secondsLeft = ({ bytes, size, speed }: Pick<Upload, 'bytes' | 'size' | 'speed'>): number | null =>
  speed === null ? null : Math.max(1, Math.round((size - bytes) / speed))

/** Work that stops when the page is closed. */
export const isUnderWay = ({ state }: Pick<Upload, 'state'>): boolean => ['waiting', 'moving', 'offline', 'finishing'].includes(state)
