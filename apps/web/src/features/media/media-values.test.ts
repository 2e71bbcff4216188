/** The media forms: validation, and conversion for the API. */

import { expect, test } from 'vitest'
import type { Media } from '@lms/contract/media'
import { zoom } from '#test/media-page.tsx'
import {
  getChanges,
  validateMediaValues,
  checkMedia,
  joinDayAndTime,
  toMediaInput,
  newMedia,
  titleOfFile,
  toMediaFormValues,
} from './media-values.ts'

const values = { ...newMedia('Europe/Lisbon'), title: ' Q&A ', startsAt: '2026-07-20T18:30', minutes: '90' }
const listErrors = (errors: object): string[] => Object.entries(errors).flatMap(([field, error]) => (error ? [field] : []))

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
  version: 0,
  createdAt: '2026-11-01T00:00:00Z',
}

test.each([
  ['link', {}, ['link']],
  ['link', { title: ' ', link: 'http://a.example/x' }, ['title', 'link']],
  ['link', { link: 'https://a.example/x' }, []],
  ['live', {}, []],
  ['live', { startsAt: '', minutes: '0', joinUrl: 'meet' }, ['startsAt', 'minutes', 'joinUrl']],
  ['live', { startsAt: '29 Mar 202' }, ['startsAt']],
] as const)('%s with %o has errors at %o', (kind, changes, fields) => {
  expect(listErrors(checkMedia(kind, { ...values, ...changes }))).toEqual(fields)
})

test('a session’s start is converted from its time zone', () => {
  const body = toMediaInput('live', values)
  expect(body).toMatchObject({
    title: 'Q&A',
    type: 'LIVE',
    zoomOptions: { startsAt: '2026-07-20T17:30:00.000Z', durationMinutes: 90, joinUrl: null, passcode: null },
  })
})

test('a session’s start is shown in its own time zone', () => {
  const live = { ...zoom, startsAt: '2026-07-20T17:30:00.000Z', timeZone: 'America/New_York' }
  const shown = toMediaFormValues({ ...media, type: 'LIVE', zoomOptions: live }, 'Europe/Lisbon')
  expect(shown).toMatchObject({ startsAt: '2026-07-20T13:30', timeZone: 'America/New_York' })
})

test('a session in the second pass of an hour that comes twice is not moved by changing its title', () => {
  const live = { ...zoom, startsAt: '2027-10-31T01:30:00.000Z', timeZone: 'Europe/Lisbon' }
  const session = { ...media, type: 'LIVE' as const, zoomOptions: live }
  const typed = { ...toMediaFormValues(session, 'Europe/Lisbon'), title: 'Renamed' }
  const startsAt = (values: typeof typed) => getChanges(session, 'upload', values, false).zoomOptions?.startsAt
  expect(startsAt(typed)).toBe(live.startsAt)
  expect(startsAt({ ...typed, startsAt: '2027-10-31T01:31' })).toBe('2027-10-31T00:31:00.000Z')
})

test('a draft that has the day and the time of a session in two fields keeps them', () => {
  expect(joinDayAndTime({ title: 'Q&A', date: '2026-07-20', time: '18:30' })).toEqual({ startsAt: '2026-07-20T18:30' })
  for (const stored of [{ date: '', time: '18:30' }, { startsAt: '2026-07-20T18:30' }]) expect(joinDayAndTime(stored)).toEqual({})
})

test('changing only the title does not send the file', () => {
  const typed = { ...toMediaFormValues(media, 'UTC'), title: 'Cleaning up' }
  expect(getChanges(media, 'upload', typed, false)).toEqual({ title: 'Cleaning up', notes: '' })
  expect(getChanges(media, 'link', { ...typed, link: 'https://a.example/x' }, false)).toMatchObject({
    url: 'https://a.example/x',
    durationSeconds: null,
  })
})

test('a file that is still uploading changes nothing', () => {
  const linked = { ...media, url: 'https://a.example/x' }
  expect(getChanges(linked, 'upload', toMediaFormValues(linked, 'UTC'), true)).not.toHaveProperty('url')
  expect(listErrors(validateMediaValues('RECORDED', 'upload', toMediaFormValues(linked, 'UTC'), true))).toEqual([])
})

test('a recording needs its file, a session does not', () => {
  const empty = { ...toMediaFormValues(media, 'UTC'), file: '' }
  expect(listErrors(validateMediaValues('RECORDED', 'upload', empty, false))).toEqual(['file'])
  expect(listErrors(validateMediaValues('LIVE', 'upload', { ...values, file: '' }, false))).toEqual([])
  expect(listErrors(validateMediaValues('LIVE', 'upload', values, true))).toEqual([])
})

test.each([
  ['cleaning-a_messy dataset.final.mp4', 'Cleaning a messy dataset final'],
  ['École.webm', 'École'],
])('the title of %s begins as %s', (name, title) => expect(titleOfFile(name)).toBe(title))

test('on a server with Zoom a meeting is made, or a link must be pasted', () => {
  const made = { ...values, ...newMedia('UTC', true), title: 'Q&A', startsAt: '2026-07-20T18:30', joinUrl: 'https://old.example/1' }
  expect(listErrors(checkMedia('live', made, true))).toEqual([])
  expect(toMediaInput('live', made)).toMatchObject({ zoomOptions: { joinUrl: null, startUrl: null, meetingId: null } })
  expect(listErrors(checkMedia('live', { ...made, passcode: 'not for Zoom' }, true))).toEqual(['passcode'])
  const pasted = { ...made, way: 'link' as const, joinUrl: '' }
  expect(listErrors(checkMedia('live', pasted, true))).toEqual(['joinUrl'])
  expect(listErrors(checkMedia('live', pasted, false))).toEqual([])
})

test('attachments are sent only if they were changed, and never as URLs', () => {
  const file = { key: 'document/a/b.pdf', name: 'Slides' }
  const given = { ...media, attachments: [{ ...file, url: '/files/b.pdf' }] }
  const typed = toMediaFormValues(given, 'UTC')
  expect(typed.attachments).toEqual([file])
  expect(getChanges(given, 'upload', typed, false)).not.toHaveProperty('attachments')
  expect(getChanges(given, 'upload', { ...typed, attachments: [] }, false)).toMatchObject({ attachments: [] })
})

test('captions are sent only if they were changed, and never as URLs', () => {
  const caption = { key: 'caption/a/b.vtt', language: 'en', label: 'English', default: true }
  const captioned = { ...media, captions: [{ ...caption, url: '/files/b.vtt' }] }
  const typed = toMediaFormValues(captioned, 'UTC')
  expect(typed.captions).toEqual([caption])
  expect(getChanges(captioned, 'upload', typed, false)).not.toHaveProperty('captions')
  expect(getChanges(captioned, 'upload', { ...typed, captions: [] }, false)).toMatchObject({ captions: [] })
  expect(toMediaInput('link', { ...values, link: 'https://example.org/a.mp4', captions: [caption] })).toMatchObject({ captions: [caption] })
})
