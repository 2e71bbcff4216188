/** Uploads of one page on a server for parts, for tests. */

import { randomBytes } from 'node:crypto'
import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import type { Deliver } from '#features/files/api.ts'
import { withoutHandles } from '#features/files/uploads/file-handles.ts'
import type { VideoMetadata, UploadTarget, Upload } from '#features/files/uploads/types.ts'
import type { UploadLocks } from '#features/files/uploads/upload-locks.ts'
import { createUploads } from '#features/files/uploads/upload-manager.ts'
import { createUploadStorage, type UploadStorage } from '#features/files/uploads/upload-store.ts'
import { uploads as tabUploads } from '#features/files/uploads/use-uploads.ts'

export const KiB = 2 ** 10
export const MiB = 2 ** 20
/** Bytes up to which a file goes whole, in place of 16 MiB: a thousandth of the bytes says the same. */
export const singleLimit = 16 * KiB
export const ana = '0198f6a0-0000-7000-8000-0000000000aa'
export const target: UploadTarget = { courseId: 'c', weekId: 'w', weekNumber: 3, mediaId: null, title: 'Lecture', notes: '', captions: [] }
export const facts: VideoMetadata = { durationSeconds: 31, thumbnail: null }
export function fileOf(size: number, name = 'lecture.mp4') {
  const bytes = randomBytes(size)
  const file = new File([bytes], name, { type: 'video/mp4', lastModified: 1 })
  return { bytes, file, picked: withoutHandles([file])[0]! }
}

/** A page with its own uploads: several with the same `storage` are one browser, before and after a reload. */
type Page = { storage?: UploadStorage; deliver?: Deliver; locks?: UploadLocks | null }
/** As if no other tab had the upload. */
const free: UploadLocks = { acquire: () => Promise.resolve(), release: () => undefined }
export function page({ storage = createUploadStorage(), deliver = () => Promise.resolve('m'), locks = free }: Page = {}) {
  const delivering = vi.fn<Deliver>(deliver)
  const uploads = createUploads({
    storage,
    locks,
    deliver: delivering,
    delays: [1, 1, 1, 1],
    singleLimit,
    readMetadata: () => Promise.resolve(facts),
  })
  void uploads.setUser(ana)
  // Uploads must not continue during the next test, whose store would receive them.
  onTestFinished(() => uploads.setUser(null))
  const all = (): Upload[] => uploads.store.getState().uploads
  const state = (index = 0) => all()[index]?.state
  return { uploads, storage, delivering, all, state }
}

export const reaches = (what: () => unknown, value: unknown) => waitFor(() => expect(what()).toEqual(value))

/** An upload of the signed-in user, halfway by default. */
export const makeUpload = (facts: Partial<Upload> = {}): Upload => ({
  id: 'upload-1',
  ownerId: ana,
  createdAt: '2026-11-12T10:00:00.000Z',
  name: 'lecture.mp4',
  size: 100 * MiB,
  lastModified: 1,
  fingerprint: 'f',
  handle: null,
  key: null,
  uploadId: null,
  partSize: null,
  parts: [],
  isStored: false,
  isPaused: false,
  facts: null,
  target,
  isWanted: false,
  sent: null,
  idempotencyKey: 'i',
  state: 'moving',
  bytes: 50 * MiB,
  speed: null,
  reason: null,
  isAsked: false,
  mediaId: null,
  thumbnailUrl: null,
  ...facts,
})

/** Shows these as the uploads of this tab until the test ends. */
export function showUploads(all: Upload[]): void {
  tabUploads.store.setState({ uploads: all })
  // Also those that were stored for the next visit: else the next test gets them.
  onTestFinished(() => tabUploads.store.getState().uploads.forEach(({ id }) => tabUploads.cancel(id)))
}
