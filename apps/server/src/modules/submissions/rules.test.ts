import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerFaults, automaticMarks, deduction, isLate, marksItself, refusal } from '#modules/submissions/rules.ts'

const due = '2026-11-20T12:00:00Z'
const open = { status: 'PUBLISHED' as const, availableFrom: null, dueAt: due, closesAt: null, maxAttempts: null }
const question = (values: object = {}) => ({
  id: crypto.randomUUID(),
  type: 'SINGLE_CHOICE' as const,
  prompt: '?',
  required: true,
  options: ['a', 'b', 'c'],
  points: 4,
  answerKey: ['b'],
  ...values,
})

test.each([
  ['2026-11-20T11:59:59Z', false],
  ['2026-11-20T12:00:59.999Z', false],
  ['2026-11-20T12:01:00Z', true],
])('handed in at %s, due at 12:00: late is %s', (at, late) => {
  expect(isLate(due, new Date(at))).toBe(late)
  expect(isLate(null, new Date(at))).toBe(false)
})

test.each([
  ['in time', '2026-11-20T12:00:00Z', 20, 0],
  ['a minute late counts as a day', '2026-11-20T12:01:00Z', 20, 2],
  ['two begun days', '2026-11-21T12:01:00Z', 20, 4],
  ['never below the floor', '2026-12-20T12:00:00Z', 20, 10],
  ['what is below the floor already loses nothing', '2026-12-20T12:00:00Z', 8, 0],
])('10 %% a day of 20, down to 50 %%: %s', (_, countsAt, marks, off) => {
  const policy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 50 }
  expect(deduction(policy, { marks, maxMarks: 20, dueAt: due, countsAt })).toBe(off)
  expect(deduction({ ...policy, kind: 'FLAG' }, { marks, maxMarks: 20, dueAt: due, countsAt })).toBe(0)
})

test('a deduction never takes more than there is, and never adds', () => {
  const late = fc.integer({ min: 0, max: 400 }).map((hours) => new Date(Date.parse(due) + hours * 3_600_000).toISOString())
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(late, percent, percent, fc.integer({ min: 0, max: 2000 }), (countsAt, perDay, floor, cents) => {
      const marks = cents / 100
      const off = deduction({ kind: 'PERCENT_PER_DAY', percent: perDay, floor }, { marks, maxMarks: 20, dueAt: due, countsAt })
      expect(off).toBeGreaterThanOrEqual(0)
      expect(off).toBeLessThanOrEqual(marks)
    }),
  )
})

test('choices: all points for exactly the right options, else none', () => {
  const [one, many] = [question(), question({ type: 'MULTIPLE_CHOICE', answerKey: ['a', 'c'] })]
  const marks = (first: string, second: string[]) =>
    automaticMarks(
      [one, many],
      [
        { questionId: one.id, value: first },
        { questionId: many.id, value: second },
      ],
    ).map((given) => given.marks)
  expect(marks('b', ['c', 'a'])).toEqual([4, 4])
  expect(marks('a', ['a'])).toEqual([0, 0])
  expect(marks('b', ['a', 'b', 'c'])).toEqual([4, 0])
  expect(marksItself([one, many])).toBe(true)
  expect(marksItself([one, question({ type: 'TEXT', answerKey: [] })])).toBe(false)
})

test.each([
  [{ status: 'CLOSED' as const }, undefined, /closed/],
  [{ availableFrom: '2026-11-21T00:00:00Z' }, undefined, /not opened/],
  [{ closesAt: '2026-11-20T11:00:00Z' }, undefined, /over/],
  [{}, { status: 'GRADED' as const, attempt: 1, gradedBy: 'x' }, /graded/],
  [{}, { status: 'GRADED' as const, attempt: 1, gradedBy: null }, undefined],
  [{ maxAttempts: 1 }, { status: 'SUBMITTED' as const, attempt: 1, gradedBy: null }, /one attempt/],
  [{ maxAttempts: 2 }, { status: 'SUBMITTED' as const, attempt: 2, gradedBy: null }, /2 attempts/],
  [{ maxAttempts: 1 }, { status: 'RETURNED' as const, attempt: 1, gradedBy: 'x' }, undefined],
  [{ status: 'CLOSED' as const }, { status: 'RETURNED' as const, attempt: 1, gradedBy: 'x' }, /closed/],
])('terms %o with work %o', (terms, standing, reason) => {
  const said = refusal({ ...open, ...terms }, standing, new Date('2026-11-20T12:30:00Z'))
  expect(said ?? 'nothing').toMatch(reason ?? /^nothing$/)
})

test('the answer to a question for a link is a public https address; a draft of it may still be anything', () => {
  const link = question({ type: 'LINK', options: [], answerKey: [] })
  const faults = (value: string, isFinal = true) => answerFaults([link], [{ questionId: link.id, value }], isFinal)
  expect(faults(' https://example.org/work ')).toEqual([])
  for (const bad of ['https://user:pw@evil.example', 'https://127.0.0.1/', 'https://exam\nple.org', 'http://example.org']) {
    expect(faults(bad)).toEqual([{ pointer: '/answers/0/value', detail: expect.stringContaining('https://') }])
    expect(faults(bad, false)).toEqual([])
  }
})
