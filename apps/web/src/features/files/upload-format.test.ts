import { expect, test } from 'vitest'
import { formatTimeLeft, formatAmount, formatTraySummary, getAnnouncement, getTotalProgress } from './upload-format.ts'
import type { UploadState, Upload } from './uploads/types.ts'

const MB = 2 ** 20
const upload = (state: UploadState, changes: Partial<Upload> = {}): Upload => ({
  id: state,
  ownerId: 'o',
  createdAt: '',
  name: 'lecture.mp4',
  size: 200 * MB,
  lastModified: 1,
  fingerprint: '',
  handle: null,
  key: null,
  uploadId: null,
  partSize: null,
  parts: [],
  isStored: false,
  isPaused: false,
  facts: null,
  target: null,
  isWanted: false,
  sent: null,
  idempotencyKey: '',
  state,
  bytes: 124 * MB,
  speed: 8 * MB,
  reason: null,
  isAsked: false,
  mediaId: null,
  thumbnailUrl: null,
  ...changes,
})

test('a running upload shows its progress, remaining time and speed', () => {
  expect(formatTimeLeft(upload('moving'))).toBe('62\u00a0%, 10 s')
  expect(formatTimeLeft(upload('paused'))).toBe('62\u00a0%')
  expect(formatAmount(upload('moving'))).toBe('124 MB of 200 MB, 8 MB/s')
})

test.each([
  [['moving', 'failed', 'done'], 'Uploading 2 of 3'],
  [['moving'], 'Uploading 1 of 1'],
  [['waiting', 'moving', 'moving'], 'Uploading 1 of 3'],
  [['failed', 'done'], '1 upload stopped'],
  [['refused', 'done'], '1 upload refused'],
  [['moving', 'refused', 'done'], 'Uploading 2 of 3'],
  [['needs-file', 'needs-file'], '2 uploads to resume'],
  [['paused', 'done'], '1 upload paused'],
  [['signed-out', 'done'], '1 upload paused'],
  [['moving', 'signed-out'], 'Uploading 1 of 2'],
  [['not-resumable', 'done'], '1 upload unfinished'],
  [['moving', 'not-resumable'], 'Uploading 1 of 2'],
  [['done', 'done'], '2 uploaded'],
] as const)('%j are headed %s', (states, words) => expect(formatTraySummary(states.map((state) => upload(state)))).toBe(words))

test('only quarters and failures are announced', () => {
  expect(getAnnouncement(upload('moving'))).toBe('lecture.mp4: 50 percent uploaded')
  expect(getAnnouncement(upload('moving', { bytes: 20 * MB }))).toBe('')
  expect(getAnnouncement(upload('failed', { reason: 'The server did not answer.' }))).toContain('stopped. The server did not answer.')
  expect(getAnnouncement(upload('refused', { reason: 'The file is empty.' }))).toBe('lecture.mp4 was refused. The file is empty.')
  expect(getAnnouncement(upload('done', { bytes: 200 * MB }))).toBe('lecture.mp4: 100 percent uploaded')
})

test('total progress', () => expect(getTotalProgress([upload('moving'), upload('done', { bytes: 200 * MB })])).toBe(81))
