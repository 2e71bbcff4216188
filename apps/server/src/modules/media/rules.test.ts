/** Media: what users see of a session, what a change may leave empty, and the files that a request names. */

import { expect, test } from 'vitest'
import {
  fileUses,
  getRevision,
  getWatchingChange,
  isFileKey,
  joinBlocker,
  toMeetingColumns,
  toZoomColumns,
  toZoomOptions,
  validateChanges,
  validateKind,
  zoomColumns,
} from '#modules/media/rules.ts'

const id = '0198f6a0-0000-7000-8000-000000000001'
const key = (kind: string, extension: string) => `${kind}/${id}/${id}.${extension}`
const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const columns = {
  startsAt: '2026-11-20T14:00:00Z',
  durationMinutes: 90,
  timeZone: 'Europe/Lisbon',
  joinUrl: 'https://zoom.example/j/1',
  meetingId: '1',
  passcode: 'x',
  waitingRoom: true,
  startUrl: 'https://zoom.example/s/1',
}
const session = { ...columns, type: 'LIVE', previousStartsAt: null }
const meeting = { state: 'FAILED', reason: 'No account' }

test('the columns of a session are empty without one', () => {
  expect(zoomColumns(columns as Parameters<typeof zoomColumns>[0])).toEqual(columns)
  const none = { joinUrl: null, meetingId: null, passcode: null, startUrl: null, waitingRoom: false }
  for (const nothing of [null, undefined])
    expect(zoomColumns(nothing)).toEqual({ ...none, startsAt: null, durationMinutes: null, timeZone: null })
})

test('the reason why a student cannot join says whether it is too early or too late', () => {
  const early = 'This session has not opened yet. It opens 15 minutes before the start.'
  const late = 'The time to join is over. Ask your trainer to mark you present.'
  const blockers = ['13:44:59', '13:45:00', '16:00:00', '16:00:01'].map((time) => joinBlocker(columns, at(time)))
  expect(blockers).toEqual([early, undefined, undefined, late])
})

test('students get the link while they can join, staff always; the host link and the state of the meeting are for staff', () => {
  const { startsAt, durationMinutes, timeZone, waitingRoom, joinUrl, meetingId, passcode, startUrl } = columns
  const shown = { startsAt, durationMinutes, timeZone, waitingRoom, previousStartsAt: null }
  const link = { joinUrl, meetingId, passcode }
  const noLink = { joinUrl: null, meetingId: null, passcode: null }
  const see = (isStaff: boolean, time: string) => toZoomOptions(session, { isStaff, now: at(time), meeting })
  expect(see(false, '13:00:00')).toEqual({ ...shown, ...noLink, startUrl: null, zoomMeeting: null })
  expect(see(false, '14:00:00')).toEqual({ ...shown, ...link, startUrl: null, zoomMeeting: null })
  expect(see(true, '13:00:00')).toEqual({ ...shown, ...link, startUrl, zoomMeeting: meeting })
  expect(toZoomOptions(session, { isStaff: true, now: at('13:00:00'), meeting: undefined })?.zoomMeeting).toBeNull()
})

test('a session without length or time zone takes an hour of UTC; recordings and sessions without a time have none', () => {
  const viewing = { isStaff: true, now: at('13:00:00'), meeting }
  const bare = { ...session, durationMinutes: null, timeZone: null, previousStartsAt: '2026-11-19T14:00:00Z' }
  expect(toZoomOptions(bare, viewing)).toMatchObject({ durationMinutes: 60, timeZone: 'UTC', previousStartsAt: '2026-11-19T14:00:00Z' })
  expect(toZoomOptions({ ...session, type: 'RECORDED' }, viewing)).toBeNull()
  expect(toZoomOptions({ ...session, startsAt: null }, viewing)).toBeNull()
})

const [first, second, third] = ['2026-11-20T14:00:00Z', '2026-11-21T14:00:00Z', '2026-11-22T14:00:00Z']
const planned = { startsAt: first, durationMinutes: 60, title: 'Joints', previousStartsAt: null, revision: 2 }

test.each([
  ['nothing changed', planned, {}, {}],
  ['moved', planned, { startsAt: second }, { previousStartsAt: first, revision: 3 }],
  ['moved twice', { ...planned, startsAt: second, previousStartsAt: first }, { startsAt: third }, { previousStartsAt: first, revision: 3 }],
  ['moved back', { ...planned, startsAt: second, previousStartsAt: first }, { startsAt: first }, { previousStartsAt: null, revision: 3 }],
  ['taken off the plan', planned, { startsAt: null }, { previousStartsAt: null, revision: 3 }],
  [
    'moved, then taken off the plan',
    { ...planned, startsAt: second, previousStartsAt: first },
    { startsAt: null },
    { previousStartsAt: null, revision: 3 },
  ],
  [
    'planned for the first time, with a length',
    { ...planned, startsAt: null, durationMinutes: null },
    { startsAt: first },
    { revision: 3 },
  ],
  ['planned again with the same length, after it was cancelled', { ...planned, startsAt: null }, { startsAt: first }, { revision: 3 }],
  ['longer', planned, { durationMinutes: 61 }, { revision: 3 }],
  ['another title', planned, { title: 'Dovetails' }, { revision: 3 }],
])('a session is %s', (_, before, change, expected) => {
  const { startsAt, durationMinutes, title } = planned
  expect(getRevision(before, { startsAt, durationMinutes, title, ...change })).toEqual(expected)
})

const recorded = { type: 'RECORDED' as const, source: 'https://example.org/a.mp4', startsAt: null }
const live = { type: 'LIVE' as const, source: null, startsAt: first }
const zoomOptions = columns as Parameters<typeof zoomColumns>[0]
const noVideo = [{ pointer: '/url', detail: 'A recorded item needs its video' }]
const noTime = [{ pointer: '/zoomOptions', detail: 'A live session needs its time' }]

test.each([
  ['a recording without its video', recorded, { url: null }, noVideo],
  ['a recording with an empty address', recorded, { url: '' }, noVideo],
  ['a recording with another video', recorded, { url: 'https://example.org/b.mp4' }, []],
  ['another title, though the file was removed', { ...recorded, source: null }, {}, []],
  ['the same type again, though the file was removed', { ...recorded, source: null }, { type: 'RECORDED' }, []],
  ['a session becomes a recording without a video', live, { type: 'RECORDED' }, noVideo],
  ['a session with a recording becomes one', { ...live, source: 'https://example.org/a.mp4' }, { type: 'RECORDED' }, []],
  ['a session without its time', live, { zoomOptions: null }, noTime],
  ['a session with another time', { ...live, startsAt: null }, { zoomOptions }, []],
  ['another title for a session without a time', { ...live, startsAt: null }, { type: 'LIVE' }, []],
  ['a recording becomes a session without a time', recorded, { type: 'LIVE' }, noTime],
  ['a recording becomes a session', recorded, { type: 'LIVE', zoomOptions }, []],
  ['a recording that has a time becomes a session', { ...recorded, startsAt: first }, { type: 'LIVE' }, []],
  ['a session needs no video', live, { url: null }, []],
  ['a recording needs no time', recorded, { zoomOptions: null }, []],
] as const)('%s', (_, before, change, expected) => expect(validateChanges(before, change)).toEqual(expected))

const video = { source: 'a', durationSeconds: 100 }
test.each([
  ['the same file', { ...video, durationSeconds: 300 }, undefined, undefined],
  ['the same file, whatever was chosen', video, 'RESTART', undefined],
  ['no file', { source: null, durationSeconds: null }, 'RESTART', undefined],
  ['another file of that length', { source: 'b', durationSeconds: 101 }, undefined, 'KEEP'],
  ['another file of another length', { source: 'b', durationSeconds: 102 }, undefined, 'RESTART'],
  ['as chosen, against the length', { source: 'b', durationSeconds: 100 }, 'RESTART', 'RESTART'],
] as const)('a recording replaced by %s', (_, after, said, expected) => expect(getWatchingChange(video, after, said)).toBe(expected))

test('every file named in a request is found, each with its field and what it may be', () => {
  const [film, picture, sheet, text] = [key('video', 'mp4'), key('image', 'png'), key('document', 'pdf'), key('caption', 'vtt')]
  expect(fileUses({ url: film, thumbnail: picture, attachments: [{ key: sheet }, { key: film }], captions: [{ key: text }] })).toEqual([
    { pointer: '/url', key: film, kinds: ['video', 'audio'] },
    { pointer: '/thumbnail', key: picture, kinds: ['image'] },
    { pointer: '/attachments/0/key', key: sheet },
    { pointer: '/attachments/1/key', key: film },
    { pointer: '/captions/0/key', key: text, kinds: ['caption'] },
  ])
  expect(fileUses({ url: 'https://example.org/a.mp4', thumbnail: null })).toEqual([])
  expect([isFileKey(film), isFileKey(`${film}x.exe`), isFileKey('https://example.org'), isFileKey(null)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.each([
  ['mp3', ['video', 'audio'], undefined],
  ['png', ['video', 'audio'], 'Must be a file of type video or audio'],
  ['exe', ['image'], 'Must be a file of type image'],
  ['exe', undefined, undefined],
] as const)('a file .%s where %j is asked for', (extension, kinds, expected) =>
  expect(validateKind({ pointer: '', key: key('file', extension), ...(kinds && { kinds }) })).toBe(expected),
)

test('a recording has no session; a change that names none leaves it', () => {
  const none = zoomColumns(null)
  const zoom = { ...none, startsAt: '2026-11-20T14:00:00Z', durationMinutes: 60, timeZone: 'UTC', waitingRoom: false }
  expect(toZoomColumns('RECORDED', zoom)).toEqual(none)
  expect(toZoomColumns('RECORDED', undefined)).toEqual(none)
  expect(toZoomColumns('LIVE', undefined)).toEqual({})
  expect(toZoomColumns('LIVE', null)).toEqual(none)
  expect(toZoomColumns('LIVE', zoom)).toEqual(zoom)
})

test('of a meeting that Zoom has yet to create nothing is known but its passcode', () => {
  const stored = { joinUrl: 'https://zoom.example/j/1', meetingId: '1', passcode: 'old' }
  expect(toMeetingColumns(stored, {}, true)).toEqual({ ...stored, startUrl: null })
  expect(toMeetingColumns(stored, { passcode: 'new' }, false)).toEqual({ joinUrl: null, meetingId: null, passcode: 'new', startUrl: null })
})
