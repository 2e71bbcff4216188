/** The forms of media: what they refuse, and the bodies that they become. */
import type { Media } from '@lms/contract/media'
import { expect, test } from 'vitest'
import { changesOf, checkChange, checkMedia, mediaBody, newMedia, titleOfFile, valuesOfMedia } from './media-values.ts'

const values = { ...newMedia('Europe/Lisbon'), title: ' Q&A ', date: '2026-07-20', time: '18:30', minutes: '90' }
const faultsIn = (faults: object): string[] => Object.entries(faults).flatMap(([field, fault]) => (fault ? [field] : []))

const media: Media = {
  id: 'm',
  courseId: 'c',
  weekId: 'w',
  title: 'Cleaning',
  type: 'RECORDED',
  url: 'video/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.mp4',
  playbackUrl: null,
  notes: '',
  attachments: [],
  captions: [],
  durationSeconds: 31,
  thumbnail: null,
  thumbnailUrl: null,
  zoomOptions: null,
  position: 1,
  createdAt: '2026-11-01T00:00:00Z',
}

test.each([
  ['upload', {}, false, ['file']],
  ['upload', {}, true, []],
  ['upload', { title: ' ' }, true, ['title']],
  ['link', {}, false, ['link']],
  ['link', { link: 'http://a.example/x' }, false, ['link']],
  ['link', { link: 'https://a.example/x' }, false, []],
  ['live', {}, false, []],
  ['live', { date: '', minutes: '0', joinUrl: 'meet' }, false, ['date', 'minutes', 'joinUrl']],
  ['live', { date: '2026-03-29', time: '01:30' }, false, ['time']],
] as const)('%s with %o, uploading %s, has faults at %o', (kind, changes, isUploading, fields) => {
  expect(faultsIn(checkMedia(kind, { ...values, ...changes }, isUploading))).toEqual(fields)
})

test('a session starts by the clocks of its zone', () => {
  const body = mediaBody('live', values)
  expect(body).toMatchObject({
    title: 'Q&A',
    type: 'LIVE',
    zoomOptions: { startsAt: '2026-07-20T17:30:00.000Z', durationMinutes: 90, joinUrl: null, passcode: null },
  })
})

test('a recording carries the length that the browser read', () => {
  expect(mediaBody('upload', { ...values, file: 'k', durationSeconds: 31.5 })).toEqual({
    title: 'Q&A',
    notes: '',
    type: 'RECORDED',
    url: 'k',
    durationSeconds: 31.5,
  })
})

test('a change of the title alone leaves the file alone', () => {
  const typed = { ...valuesOfMedia(media, 'UTC'), title: 'Cleaning up' }
  expect(changesOf(media, 'upload', typed)).toEqual({ title: 'Cleaning up', notes: '' })
  expect(changesOf(media, 'link', { ...typed, link: 'https://a.example/x' })).toMatchObject({
    url: 'https://a.example/x',
    durationSeconds: null,
  })
})

test('a recording needs its file, a session does not', () => {
  const empty = { ...valuesOfMedia(media, 'UTC'), file: '' }
  expect(faultsIn(checkChange('RECORDED', 'upload', empty, false))).toEqual(['file'])
  expect(faultsIn(checkChange('LIVE', 'upload', { ...values, file: '' }, false))).toEqual([])
  expect(faultsIn(checkChange('LIVE', 'upload', values, true))).toEqual(['file'])
})

test.each([
  ['cleaning-a_messy dataset.final.mp4', 'Cleaning a messy dataset final'],
  ['École.webm', 'École'],
])('the title of %s begins as %s', (name, title) => expect(titleOfFile(name)).toBe(title))
