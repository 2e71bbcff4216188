/** Unsaved records, and the rows that errors belong to. The viewer is in Adelaide. */

import { expect, test } from 'vitest'
import type { AttendanceRecord, AttendanceSession } from '@lms/contract/attendance'
import { getEvidence, shownSessions, type Student } from './attendance-records.ts'
import {
  listUnmarked,
  errorsByPerson,
  listUnsaved,
  markRestPresent,
  type FormRecords,
  removeSent,
  getShownRecord,
  toBulkRecords,
} from './use-attendance-form.ts'

const live: AttendanceSession = {
  id: 's1',
  title: 'Q&A',
  type: 'LIVE',
  startsAt: '2026-11-20T14:00:00Z',
  durationMinutes: null,
  held: true,
  isMarked: false,
  closed: null,
}
const video: AttendanceSession = {
  id: 's2',
  title: 'Cleaning',
  type: 'RECORDED',
  startsAt: null,
  durationMinutes: null,
  held: true,
  isMarked: false,
  closed: null,
}
const register: AttendanceSession = {
  id: 'w1',
  title: 'Week 6',
  type: 'WEEK',
  startsAt: null,
  durationMinutes: null,
  held: false,
  isMarked: false,
  closed: null,
}
const record = (facts: Partial<AttendanceRecord> = {}): AttendanceRecord => ({
  status: 'PRESENT',
  source: 'STAFF',
  remark: null,
  markedBy: null,
  markedAt: '2026-11-20T14:02:00Z',
  coverage: null,
  joinedAt: null,
  minutes: null,
  watchedAt: null,
  matchedByName: false,
  ...facts,
})
const student = (id: string, entries: Student['entries'] = {}): Student => ({
  user: { id, name: id, profileImageUrl: null },
  entries,
  percentage: null,
  beforeJoining: [],
})
const ana = student('ana', { s1: record({ source: 'JOIN' }) })
const omar = student('omar')
const mei = student('mei', { s1: record({ status: 'ABSENT', remark: 'ill' }) })
const all = [ana, omar, mei]

test('the rest becomes present, and existing marks stay', () => {
  const marks = markRestPresent(all, 's1', {})
  expect(Object.keys(marks)).toEqual(['omar'])
  expect(markRestPresent([{ ...omar, beforeJoining: ['s1'] }], 's1', {})).toEqual({})
  expect(listUnmarked(all, 's1', marks)).toEqual([])
  expect(getShownRecord(mei, 's1', marks)).toEqual({ status: 'ABSENT', remark: 'ill' })
})

test('a mark reset to its saved value is not sent', () => {
  const marks: FormRecords = { ana: { status: 'LATE', remark: '' }, mei: { status: 'ABSENT', remark: ' ill ' } }
  expect(listUnsaved(all, 's1', marks).map(({ user }) => user.id)).toEqual(['ana'])
})

test('a saved remark is sent with the mark, because the call would clear it otherwise', () => {
  const sent = toBulkRecords([mei], live, { mei: { ...getShownRecord(mei, 's1', {}), status: 'EXCUSED' } })
  expect(sent).toEqual([{ userId: 'mei', status: 'EXCUSED', mediaId: 's1', remark: 'ill' }])
  expect(toBulkRecords([omar], register, { omar: { status: 'PRESENT', remark: '' } })[0]?.mediaId).toBeNull()
})

test('marks made during a save stay unsaved', () => {
  const sent: FormRecords = { ana: { status: 'LATE', remark: '' } }
  const now: FormRecords = { ana: { status: 'ABSENT', remark: '' }, omar: { status: 'PRESENT', remark: '' } }
  expect(removeSent(now, sent)).toEqual(now)
  expect(removeSent({ ...sent, omar: now['omar']! }, sent)).toEqual({ omar: now['omar'] })
})

test('an error finds its row by its position in the request', () => {
  const sent = [{ userId: 'ana' }, { userId: 'omar' }]
  expect(errorsByPerson([{ pointer: '/attendance/1/userId', detail: 'Not enrolled' }], sent)).toEqual({ omar: 'Not enrolled' })
  expect(errorsByPerson([{ pointer: '/attendance', detail: 'At most 500' }], sent)).toEqual({})
})

const seenIn = ({ id }: AttendanceSession, entry?: AttendanceRecord) => student('ana', entry ? { [id]: entry } : {})

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`)

test.each([
  ['joined', record({ source: 'JOIN' }), live, /^Joined 00:32$/],
  ['watched', record({ source: 'VIDEO', coverage: 0.927 }), video, /^92\u00a0% watched$/],
  ['self-marked', record({ source: 'SELF', coverage: 0.4 }), video, /^Self-marked, 40\u00a0% watched$/],
  ['unmeasured', record({ source: 'SELF' }), video, /^Self-marked, not measured$/],
  ['started only', record({ status: null, source: 'VIDEO', coverage: 0.31 }), video, /^31\u00a0% watched$/],
  ['nothing', undefined, video, /^Not marked$/],
  ['register', undefined, register, /^$/],
])('evidence: %s', (_name, entry, session, words) => {
  expect(getEvidence(seenIn(session, entry), session, at('16:00:00'))).toMatch(words)
})

test.each([
  ['13:59:00', 'Not started yet'],
  ['14:20:00', 'Not joined yet'],
  ['15:30:00', 'Not marked'],
])('nobody is absent before a session is over: at %s “%s”', (clock, words) => {
  expect(getEvidence(seenIn(live), live, at(clock))).toBe(words)
})

test('the register of a week shows once somebody is marked in it', () => {
  expect(shownSessions({ sessions: [live, register], students: all })).toEqual([live])
  expect(shownSessions({ sessions: [live, register], students: [student('ana', { w1: record() })] })).toHaveLength(2)
})

test('a session from before joining says so, unless it was watched', () => {
  const late = { ...seenIn(video), beforeJoining: ['s1', 's2'] }
  expect(getEvidence(late, live, at('16:00:00'))).toBe('Before joining')
  expect(getEvidence({ ...late, entries: { s2: record({ status: null, coverage: 0.31 }) } }, video, at('16:00:00'))).toMatch(
    /^31\u00a0% watched$/,
  )
  expect(getEvidence({ ...late, entries: { s1: record() } }, live, at('16:00:00'))).toBe('Marked by staff')
})

test('attendance seen by Zoom is shown with arrival and minutes, even without a mark', () => {
  const seen = record({ source: 'ZOOM', joinedAt: '2026-11-20T14:02:00Z', minutes: 54 })
  const words = (entry: AttendanceRecord) => getEvidence(seenIn(live, entry), live, at('16:00:00'))
  expect(words(seen)).toMatch(/^Joined 00:32, 54 min$/)
  expect(words({ ...seen, status: null, minutes: 4 })).toMatch(/^Joined 00:32, 4 min$/)
  expect(words({ ...seen, matchedByName: true })).toMatch(/^Joined 00:32, 54 min, matched by name only$/)
  expect(words({ ...seen, source: 'STAFF' })).toBe('Marked by staff, 54 min in the meeting')
})
