/** What an upload is: what of it outlives the page, and its state now. */
import type { FileHandle } from './file-handles.ts'

export type PartName = { key: string; uploadId: string }
export type Part = { partNumber: number; etag: string }
/** An upload in parts that has been started. */
export type Sending = PartName & { partSize: number; parts: Part[] }

type Caption = { key: string; language: string; label: string; default: boolean }

type Attachment = { key: string; name: string }

/** Where a file goes once it is whole. Title, notes, captions and what lies beside may change until then. */
export type Target = {
  courseId: string
  weekId: string
  weekNumber: number
  /** Set where the file takes the place of another. */
  mediaId: string | null
  title: string
  notes: string
  captions: Caption[]
  /** Absent where there are none. */
  attachments?: Attachment[]
  /** Where it takes the place of another: whether those in the middle of that go on. By its length where it is not said. */
  watching?: 'KEEP' | 'RESTART'
}

/** What the browser read out of a recording. */
export type Facts = { durationSeconds: number | null; /** Key of a stored picture. */ thumbnail: string | null }

/** Outlives the page. */
export type Kept = {
  id: string
  /** The person whose upload it is: nobody else gets to see it. */
  ownerId: string
  createdAt: string
  name: string
  size: number
  lastModified: number
  fingerprint: string
  /** Lets the same file be read again after a reload, where the browser has such a thing. */
  handle: FileHandle | null
  key: string | null
  uploadId: string | null
  partSize: number | null
  parts: Part[]
  /** Whole in the store. */
  isStored: boolean
  isPaused: boolean
  facts: Facts | null
  target: Target | null
  /** Its person said “Publish” or “Save”: it goes to its target by itself. */
  isWanted: boolean
  /** What was sent to its target: the same with each try, because the Idempotency-Key stands for it. */
  sent: { target: Target; facts: Facts } | null
  idempotencyKey: string
  /** Why the server does not take the file. */
  refusal?: string
}

export type State =
  /** In the queue. */
  | 'waiting'
  | 'moving'
  /** The network is gone; goes on by itself. */
  | 'offline'
  | 'paused'
  /** After a reload: the browser asks before it reads the file again, or the person must pick it. */
  | 'needs-file'
  /** After a reload, where the browser has no locks: it can only be discarded. */
  | 'not-resumable'
  | 'signed-out'
  /** The bytes are there; parts are put together, or the medium is made. */
  | 'finishing'
  | 'failed'
  /** The file itself is not taken: no other try mends that. */
  | 'refused'
  | 'done'

export type Upload = Kept & {
  state: State
  /** Bytes that have arrived or are on their way: never falls. */
  bytes: number
  /** Bytes a second. */
  speed: number | null
  /** Why it failed, or why the file picked again was refused. */
  reason: string | null
  /** Of one that waits for its file: the server said what it has of it. */
  isAsked: boolean
  /** Where the medium stands that was made of it. */
  mediaId: string | null
  /** Address of a picture of it, while the page lives. */
  stillUrl: string | null
}

export const shareOf = ({ bytes, size }: Pick<Upload, 'bytes' | 'size'>): number => (size === 0 ? 0 : Math.min(1, bytes / size))

/** Bytes of the parts that have arrived. */
export const confirmedOf = (size: number, { partSize, parts }: Pick<Sending, 'partSize' | 'parts'>): number =>
  parts.reduce((sum, { partNumber }) => sum + Math.min(partSize, size - (partNumber - 1) * partSize), 0)

export const secondsLeft = ({ bytes, size, speed }: Pick<Upload, 'bytes' | 'size' | 'speed'>): number | null =>
  speed === null ? null : Math.max(1, Math.round((size - bytes) / speed))

/** Work that stops when the page goes. */
export const isUnderWay = ({ state }: Pick<Upload, 'state'>): boolean => ['waiting', 'moving', 'offline', 'finishing'].includes(state)
