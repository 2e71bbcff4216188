/** Each state of an item has its icon, text and tone: the same on every screen. */

import { describe, expect, test } from 'vitest'
import type { ProgressItem } from '@lms/contract/progress-items'
import { toItemView, type WeekItem } from './week-item.tsx'

const now = Date.parse('2026-11-20T14:03:00')
const at = (text: string): string => new Date(text).toISOString()
const own = (state: ProgressItem['state'], facts: Partial<ProgressItem> = {}): ProgressItem => ({
  id: 'i',
  type: 'RECORDED',
  weekId: 'w',
  title: '',
  required: true,
  done: false,
  reason: '',
  state,
  late: false,
  coverage: null,
  joinedAt: null,
  marks: null,
  maxMarks: 20,
  ...facts,
})

const video = (progress?: ProgressItem): WeekItem => ({
  id: 'i',
  kind: 'RECORDED',
  title: 'Cleaning',
  progress,
  media: { id: 'i', title: 'Cleaning', type: 'RECORDED', durationSeconds: 1865, startsAt: null, durationMinutes: null, hasRecording: true },
})
const live = (startsAt: string, progress?: ProgressItem, hasRecording = false): WeekItem => ({
  id: 'i',
  kind: 'LIVE',
  title: 'Q&A',
  progress,
  media: { id: 'i', title: 'Q&A', type: 'LIVE', durationSeconds: null, startsAt: at(startsAt), durationMinutes: 60, hasRecording },
})
const work = (
  dueAt: string,
  progress?: ProgressItem,
  counts: WeekItem['counts'] = null,
  status: 'PUBLISHED' | 'CLOSED' = 'PUBLISHED',
): WeekItem => ({
  id: 'i',
  kind: 'ASSIGNMENT',
  title: 'Note',
  progress,
  counts,
  assignment: { id: 'i', title: 'Note', status, dueAt: at(dueAt), closesAt: null, maxMarks: 20 },
})

describe('videos', () => {
  test.each([
    [own('NOT_STARTED'), { glyph: 'not-started', fact: 'Not started' }],
    [own('IN_PROGRESS', { coverage: 0.41 }), { glyph: 'in-progress', share: 0.41, fact: '18 min left', tone: 'now' }],
    [own('WATCHED', { done: true, coverage: 0.94 }), { glyph: 'done', fact: 'Watched 94\u00a0%', meta: 'Video, 31 min' }],
    [own('WATCHED', { done: true }), { fact: 'Watched' }],
  ] as const)('%o', (progress, view) => expect(toItemView(video(progress), now)).toMatchObject(view))

  test('for staff there is no state', () => expect(toItemView(video(), now).glyph).toBeUndefined())
})

describe('live sessions', () => {
  test.each([
    [
      'live now',
      live('2026-11-20T14:00:00', own('NOT_STARTED')),
      { glyph: 'live', fact: 'Live now', tone: 'now', meta: 'Live, today 14:00' },
    ],
    ['live, whatever was marked', live('2026-11-20T14:00:00', own('PRESENT')), { fact: 'Live now' }],
    ['the room is open', live('2026-11-20T14:10:00', own('NOT_STARTED')), { fact: 'Opens soon' }],
    [
      'planned',
      live('2026-11-25T18:00:00', own('NOT_STARTED')),
      { glyph: 'not-started', fact: 'Scheduled', meta: 'Live, Wed 25 Nov, 18:00' },
    ],
    [
      'ended before joining',
      live('2026-11-12T14:00:00', own('BEFORE_JOINING'), true),
      { glyph: 'before-joining', fact: 'Before you enrolled', tone: 'quiet' },
    ],
    ['was there', live('2026-11-12T14:00:00', own('PRESENT')), { glyph: 'done', fact: 'Present' }],
    ['was not', live('2026-11-12T14:00:00', own('ABSENT')), { glyph: 'missing', fact: 'Absent', tone: 'bad' }],
    ['made up for it', live('2026-11-12T14:00:00', own('WATCHED'), true), { fact: 'Recording watched' }],
    ['recording ready', live('2026-11-12T14:00:00', own('NOT_STARTED'), true), { fact: 'Recording ready' }],
  ] as const)('%s', (_, item, view) => expect(toItemView(item, now)).toMatchObject(view))
})

describe('assignments', () => {
  test.each([
    ['due today', work('2026-11-20T23:59:00', own('DRAFT')), { glyph: 'draft', fact: 'Draft saved', meta: 'Due today 23:59, 20 marks' }],
    ['due later', work('2026-11-22T23:59:00', own('NOT_STARTED')), { fact: 'Not started', meta: 'Due Sun 22 Nov, 20 marks' }],
    [
      'missing',
      work('2026-11-18T23:59:00', own('MISSING')),
      { glyph: 'missing', fact: 'Missing', tone: 'bad', meta: 'Was due Wed 18 Nov, 20 marks' },
    ],
    [
      'closed before it was due',
      work('2026-11-22T23:59:00', own('MISSING'), null, 'CLOSED'),
      { glyph: 'missing', fact: 'Missing', tone: 'bad', meta: 'Closed, 20 marks' },
    ],
    ['from before joining', work('2026-11-15T23:59:00', own('BEFORE_JOINING')), { fact: 'Before you enrolled', tone: 'quiet' }],
    [
      'graded',
      work('2026-11-15T23:59:00', own('GRADED', { marks: 17, done: true })),
      { glyph: 'graded', fact: '17 / 20', tone: 'strong', meta: '20 marks' },
    ],
    [
      'late',
      work('2026-11-15T23:59:00', own('SUBMITTED', { late: true, done: true })),
      { glyph: 'submitted', fact: 'Submitted late', tone: 'warn' },
    ],
  ] as const)('%s', (_, item, view) => expect(toItemView(item, now)).toMatchObject(view))

  test.each([
    [{ students: 24, submitted: 24, toGrade: 9, graded: 15, late: 2, oldest: null }, '9 to grade'],
    [{ students: 24, submitted: 20, toGrade: 0, graded: 20, late: 0, oldest: null }, '20 of 24 submitted'],
    [{ students: 24, submitted: 20, toGrade: 0, graded: 18, late: 0, oldest: null }, '20 of 24 submitted'],
  ])('for staff %o', (counts, fact) => expect(toItemView(work('2026-11-15T23:59:00', undefined, counts), now).fact).toBe(fact))
})
