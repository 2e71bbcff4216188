/** The states of a student's work, and which moves are refused. */

import { expect, test } from 'vitest'
import { decideWork, getWorkState, whyNotUndone, workMoves, workStates, type Work, type WorkMove, type WorkState } from '#rules/work.ts'

const work = (values: Partial<Work> = {}): Work => ({ status: 'SUBMITTED', attempt: 1, isHeld: false, gradedBy: null, ...values })
const samples: Record<WorkState, Work | null> = {
  EMPTY: work({ status: 'DRAFT', attempt: 0 }),
  SUBMITTED: work(),
  RECORDED: work({ recordedBy: 'x' }),
  AUTO_GRADED: work({ status: 'GRADED' }),
  GRADED: work({ status: 'GRADED', gradedBy: 'x' }),
  HELD: work({ status: 'GRADED', isHeld: true }),
  RETURNED: work({ status: 'RETURNED', gradedBy: 'x' }),
}
const states = Object.keys(workStates) as WorkState[]
const moves = Object.keys(workMoves) as WorkMove[]
const ask = (move: WorkMove, of: WorkState, facts: object = {}) => {
  const decision = decideWork({ move, work: samples[of], ...facts })
  return 'refused' in decision ? decision.refused : decision.to
}

test('the state follows from the submission', () => {
  for (const state of states) expect(getWorkState(samples[state])).toBe(state)
  expect(getWorkState(null)).toBe('EMPTY')
  expect(getWorkState(work({ status: 'GRADED', isHeld: true, gradedBy: 'x' }))).toBe('HELD')
  // The student submitted after the recorded attempt.
  expect(getWorkState(work({ attempt: 2, recordedBy: 'x' }))).toBe('SUBMITTED')
})

test('every move is refused from the states that it does not start in, and leads to one of its own', () => {
  for (const move of moves)
    for (const state of states) {
      const { from, to, otherwise } = workMoves[move]
      const decision = ask(move, state, { isAutoGraded: true })
      const next = typeof to === 'string' ? [state] : [...to]
      expect([move, state, (from as readonly string[]).includes(state) ? next : [otherwise]]).toEqual([
        move,
        state,
        expect.arrayContaining([decision]),
      ])
    }
})

test.each([
  ['not-open', 'not-open', 'not-open'],
  ['closed', 'closed', 'closed'],
  ['used-up', 'used-up', 'used-up'],
  ['late', 'SUBMITTED', 'RETURNED'],
  ['open', 'SUBMITTED', 'RETURNED'],
])('while the window is %s: submitting gives %s, a draft %s', (window, submitted, saved) => {
  expect(ask('submit', 'RETURNED', { window })).toBe(submitted)
  expect(ask('saveDraft', 'RETURNED', { window })).toBe(saved)
})

test('a quiz is marked as it is submitted, or when its last key comes, and held where marks are held', () => {
  for (const move of ['submit', 'completeKeys'] as const) {
    expect(ask(move, 'SUBMITTED', { isAutoGraded: true })).toBe('AUTO_GRADED')
    expect(ask(move, 'SUBMITTED', { isAutoGraded: true, holdMarks: true })).toBe('HELD')
  }
  expect(ask('completeKeys', 'SUBMITTED')).toBe('not-waiting')
})

test('a new mark is held where marks are held, unless the student has seen one', () => {
  for (const move of ['grade', 'importMark'] as const) {
    const next = states.filter((state) => state !== 'EMPTY').map((state) => [state, ask(move, state, { holdMarks: true })])
    expect(Object.fromEntries(next)).toEqual({
      SUBMITTED: 'HELD',
      RECORDED: 'HELD',
      AUTO_GRADED: 'GRADED',
      GRADED: 'GRADED',
      HELD: 'HELD',
      RETURNED: 'GRADED',
    })
    expect(ask(move, 'SUBMITTED')).toBe('GRADED')
    expect(ask(move, 'HELD')).toBe('HELD')
  }
  expect(ask('return', 'HELD', { holdMarks: true })).toBe('RETURNED')
})

test('a released mark is of the key or of a person', () => {
  expect(ask('release', 'HELD')).toBe('AUTO_GRADED')
  expect(decideWork({ move: 'release', work: work({ status: 'GRADED', isHeld: true, gradedBy: 'x' }) })).toEqual({ to: 'GRADED' })
})

test('nothing is recorded for excused students, who may still submit', () => {
  expect(ask('record', 'EMPTY', { isExcused: true })).toBe('excused')
  expect(ask('record', 'SUBMITTED', { isExcused: true })).toBe('already-submitted')
  expect(decideWork({ move: 'submit', work: null, isExcused: true })).toEqual({ to: 'SUBMITTED' })
})

test.each([
  [{}, undefined],
  [{ version: 4 }, 'changed'],
  [{ version: 4, terms: 'b' }, 'changed'],
  [{ terms: 'b' }, 'terms-changed'],
  [{ terms: 'b', isHeld: false }, 'terms-changed'],
  [{ isHeld: false }, 'released'],
] as const)('a saved mark, and now %o: not undone because of %s', (values, reason) => {
  const saved = { version: 3, terms: 'a', isHeld: true }
  expect(whyNotUndone(saved, { ...saved, ...values })).toBe(reason)
  expect(whyNotUndone(saved, undefined)).toBe('changed')
  const { isHeld: _, ...unheld } = saved
  expect(whyNotUndone(unheld, { ...unheld, isHeld: false })).toBeUndefined()
  expect(whyNotUndone({ ...saved, terms: undefined }, { ...saved, terms: 'b' })).toBeUndefined()
})
