/** Changes to questions that have answers, and what they do to marks. */

import { expect, test } from 'vitest'
import type { NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import {
  isSameOutcome,
  regrade,
  validateQuestionChanges,
  validateTotals,
  type QuestionUsage,
  type Terms,
  type Work,
} from '#modules/assignments/changes/rules.ts'

type Question = StoredQuestion & NewQuestion
const question = (values: Partial<Question> = {}): Question => ({
  id: 'q1',
  type: 'SINGLE_CHOICE',
  prompt: '?',
  required: true,
  options: ['a', 'b', 'c'],
  points: 4,
  answerKey: ['a'],
  shuffle: false,
  ...values,
})
const essay = question({ id: 'q2', type: 'TEXT', options: [], answerKey: [], points: 10 })
const usage: QuestionUsage = { questionId: 'q1', answers: 3, choices: [{ option: 'b', count: 2 }], highestMarks: 4 }
const changes = (before: StoredQuestion[], after: NewQuestion[], used = [usage]) => validateQuestionChanges(before, after, used)

test('a question with answers keeps its kind', () => {
  const detail = 'Has 3 answers. Replace the question to ask for another kind of answer.'
  expect(changes([essay, question()], [essay, question({ type: 'MULTIPLE_CHOICE' })])).toEqual([{ pointer: '/questions/1/type', detail }])
})

test('options that were chosen stay; others may go, and new ones come', () => {
  expect(changes([question()], [question({ options: ['b', 'd'], answerKey: ['d'] })])).toEqual([])
  expect(changes([question()], [question({ options: ['a', 'c'] })])).toEqual([
    { pointer: '/questions/0/options', detail: '2 chose “b”. It cannot be changed or removed.' },
  ])
})

test('a question has at least the points that a person gave for it; automatic marks follow its points', () => {
  const given: QuestionUsage = { questionId: 'q2', answers: 1, choices: [], highestMarks: 8.5 }
  const points = (value: number) => changes([essay], [{ ...essay, points: value }], [given])
  expect(points(8.5)).toEqual([])
  expect(points(8)).toEqual([{ pointer: '/questions/0/points', detail: 'An answer was given 8.5 marks.' }])
  // Recorded work has marks without answers.
  expect(changes([essay], [{ ...essay, points: 8 }], [{ ...given, answers: 0 }])).toHaveLength(1)
  expect(changes([essay], [{ ...essay, points: 0 }], [{ ...given, highestMarks: null }])).toEqual([])
  expect(changes([question()], [question({ points: 1 })])).toEqual([])
})

test('new questions, and those without answers, may be anything', () => {
  const other = question({ type: 'TEXT', options: [], answerKey: [] })
  expect(changes([], [other])).toEqual([])
  expect(changes([question()], [other], [{ ...usage, answers: 0 }])).toEqual([])
  expect(changes([question()], [other], [{ ...usage, questionId: 'q9' }])).toEqual([])
  expect(changes([question({ id: 'q9' })], [other])).toEqual([])
})

const dueAt = '2026-11-20T12:00:00Z'
const terms = (values: Partial<Terms> = {}): Terms => ({
  questions: [question(), essay],
  maxMarks: 14,
  latePolicy: { kind: 'PERCENT_PER_DAY', percent: 10, floor: 0 },
  dueAt,
  holdMarks: false,
  ...values,
})
/** The right choice, and 6 of 10 for the essay. */
const work = (values: Partial<Work> = {}): Work => ({
  answers: [{ questionId: 'q1', value: 'a' }],
  status: 'GRADED',
  attempt: 1,
  isHeld: false,
  late: false,
  marks: 10,
  deduction: 0,
  isFinal: false,
  questionMarks: [
    { questionId: 'q1', marks: 4 },
    { questionId: 'q2', marks: 6 },
  ],
  gradedBy: 'x',
  effectiveSubmittedAt: '2026-11-20T11:00:00Z',
  timeZone: 'UTC',
  ...values,
})
const after = (change: Partial<Question>, values: Partial<Terms> = {}) => terms({ questions: [question(change), essay], ...values })
const outcome = (from: Terms, to: Terms, of: Partial<Work> = {}, recheckLate = false) => regrade(from, to, work(of), { recheckLate })
const essayMark = { questionId: 'q2', marks: 6 }
const stays = { status: 'GRADED', isHeld: false, deduction: 0, late: false }

test('another correct option or other points change the automatic marks, and those of a person stay', () => {
  const marked = (marks: number) => [essayMark, { questionId: 'q1', marks }]
  expect(outcome(terms(), after({ answerKey: ['b'] }))).toEqual({ ...stays, marks: 6, questionMarks: marked(0) })
  expect(outcome(terms(), after({ points: 2.5 }))).toEqual({ ...stays, marks: 8.5, questionMarks: marked(2.5) })
  expect(outcome(after({ answerKey: [] }), terms(), { marks: 6, questionMarks: [essayMark] })).toMatchObject({ marks: 10 })
})

test('nothing is marked again where neither key nor points changed', () => {
  // The person gave half of it by hand.
  const byHand = { marks: 8, questionMarks: [{ questionId: 'q1', marks: 2 }, essayMark] }
  const same = { ...stays, marks: 8, questionMarks: byHand.questionMarks }
  expect(outcome(terms(), after({ prompt: 'Another text', options: ['a', 'b'] }), byHand)).toEqual(same)
  expect(outcome(after({ answerKey: ['a', 'b'] }), after({ answerKey: ['b', 'a'] }), byHand)).toEqual(same)
  expect(outcome(terms({ questions: [] }), terms(), byHand)).toEqual(same)
  expect(outcome(terms({ questions: [essay, question()] }), terms(), byHand)).toEqual(same)
})

test('a mark that a person gave for a choice stays, also where it had no key; more points than it are kept', () => {
  const byHand = { marks: 8, questionMarks: [{ questionId: 'q1', marks: 2 }, essayMark] }
  for (const from of [terms(), after({ answerKey: [] })]) {
    expect(outcome(from, after({ answerKey: ['b'] }), byHand)).toEqual({ ...stays, ...byHand })
    const lower = (points: number) =>
      validateTotals(from, after({ points, answerKey: ['a', 'c'] }), [{ ...work(byHand), student: { name: 'Ana' } }])
    expect(lower(2)).toEqual([])
    expect(lower(1)).toEqual([
      { pointer: '/questions/0/points', detail: 'More than the new 1 marks was given to Ana (2). Change these marks first.' },
    ])
  }
})

test('the key marks neither recorded work nor questions that were added since', () => {
  const recorded = { recordedBy: 'x', answers: [], questionMarks: [], marks: 7 }
  expect(outcome(terms(), after({ answerKey: ['b'] }), recorded)).toEqual({ ...stays, marks: 7, questionMarks: [] })
  const of = work({ questionMarks: [essayMark], marks: 6 })
  const isAsked = (id: string) => id === 'q2'
  expect(regrade(after({ answerKey: [] }), terms(), of, { recheckLate: false, isAsked })).toEqual({
    ...stays,
    marks: 6,
    questionMarks: [essayMark],
  })
})

const waiting = { marks: null, questionMarks: [], status: 'SUBMITTED' as const, gradedBy: null }
const quiz = (answerKey: string[], values: Partial<Terms> = {}) => terms({ questions: [question({ answerKey })], maxMarks: 4, ...values })
const q1 = (marks: number) => [{ questionId: 'q1', marks }]

test.each<[string, Terms, Terms, Partial<Work>, object]>([
  ['the first key of a quiz', quiz([]), quiz(['a']), {}, { ...stays, marks: 4, questionMarks: q1(4) }],
  ['a wrong answer', quiz([]), quiz(['b']), {}, { ...stays, marks: 0, questionMarks: q1(0) }],
  ['held marks', quiz([]), quiz(['a'], { holdMarks: true }), {}, { ...stays, isHeld: true, marks: 4, questionMarks: q1(4) }],
  ['the removed essay', terms(), quiz(['a']), { questionMarks: q1(4) }, { ...stays, marks: 4, questionMarks: q1(4) }],
  ['an essay that is left', after({ answerKey: [] }), terms(), {}, { ...waiting, marks: null, questionMarks: q1(4) }],
  ['keys that were complete', quiz(['a']), quiz(['b']), { questionMarks: q1(4) }, { ...waiting, questionMarks: q1(0) }],
  ['recorded work', quiz([]), quiz(['a']), { recordedBy: 'x', answers: [] }, waiting],
  ['returned work', quiz([]), quiz(['a']), { status: 'RETURNED' }, { ...waiting, status: 'RETURNED', questionMarks: q1(4) }],
  ['the only question that is removed', quiz([]), quiz([], { questions: [], maxMarks: 0, holdMarks: true }), {}, { ...stays, marks: null }],
])('work that waits, and %s', (_, from, to, of, expected) => {
  const { gradedBy: __, ...wanted } = expected as typeof waiting
  expect(outcome(from, to, { ...waiting, ...of })).toMatchObject(wanted)
})

test('points of a question that a person marks change no marks', () => {
  const to = terms({ questions: [question(), { ...essay, points: 20 }], maxMarks: 24 })
  expect(outcome(terms(), to)).toEqual({ ...stays, marks: 10, questionMarks: work().questionMarks })
})

test('a mark from a file stays, whatever the key, the late policy or the due time become', () => {
  const final = { marks: 9, isFinal: true, late: true }
  const earlier = '2026-11-18T10:00:00Z'
  expect(outcome(terms(), after({ answerKey: ['b'] }, { dueAt: earlier }), final, true)).toMatchObject({
    marks: 9,
    deduction: 0,
    late: true,
  })
  expect(outcome(terms({ dueAt: earlier }), terms({ dueAt: '2026-11-30T10:00:00Z' }), final)).toMatchObject({
    marks: 9,
    deduction: 0,
    late: false,
  })
})

test('a removed question takes its marks out of the total, and its points out of the maximum', () => {
  const to = terms({ questions: [question()], maxMarks: 4 })
  expect(outcome(terms(), to)).toEqual({ ...stays, marks: 4, questionMarks: work().questionMarks })
  // 40 % of the new maximum is taken off for lateness.
  const late = { late: true, marks: 4.4, deduction: 5.6, effectiveSubmittedAt: '2026-11-23T13:00:00Z' }
  expect(outcome(terms(), to, late)).toMatchObject({ marks: 2.4, deduction: 1.6 })
  const only = { marks: 6, questionMarks: [essayMark] }
  expect(outcome(terms(), to, only).marks).toBe(0)
  // Nothing is left that could have a mark.
  expect(outcome(terms(), terms({ questions: [], maxMarks: 0 })).marks).toBeNull()
  // What was removed earlier is not taken out again.
  expect(outcome(to, to, { marks: 4 }).marks).toBe(4)
})

test.each<[string, Partial<Work>]>([
  ['a file', { marks: 9, isFinal: true }],
  ['a file, by chance the sum', { isFinal: true }],
  ['a person, without marks of questions', { marks: 12, questionMarks: [] }],
  ['a person, above the sum', { marks: 11 }],
  ['a person, before the deduction', { marks: 9, deduction: 3 }],
])('a total given by %s is not moved by keys, points or removed questions', (_, given) => {
  for (const to of [after({ answerKey: ['b'] }), after({ points: 9 }, { maxMarks: 19 }), terms({ questions: [essay], maxMarks: 12 })])
    expect(outcome(terms(), to, given).marks).toBe((given.marks ?? 10) + (given.deduction ?? 0))
})

test('a given total above the new maximum is refused, and the students are named', () => {
  const student = (name: string, values: Partial<Work>) => ({ ...work(values), student: { name } })
  const people = [
    student('Ana', { marks: 12, questionMarks: [] }),
    student('Ben', { marks: 9, isFinal: true }),
    student('Rui', { marks: 8, deduction: 3 }),
    student('Sum', {}),
    student('Low', { marks: 3 }),
    student('Waiting', { marks: null, questionMarks: [] }),
  ]
  const to = terms({ questions: [question()], maxMarks: 8 })
  expect(validateTotals(terms(), to, people)).toEqual([
    {
      pointer: '/questions',
      detail: 'More than the new maximum of 8 was given to Ana (12), Ben (9), Rui (11). Change these marks first.',
    },
  ])
  expect(validateTotals(terms(), terms({ maxMarks: 12 }), people)).toEqual([])
  const many = Array.from({ length: 23 }, (_, index) => student(`S${index}`, { marks: 12, questionMarks: [] }))
  expect(validateTotals(terms(), to, many)[0]!.detail).toMatch(/S19 \(12\) and 3 more\. /)
})

test('work without a mark gets none, but its questions are marked again', () => {
  const waiting = { marks: null, questionMarks: [{ questionId: 'q1', marks: 4 }], status: 'SUBMITTED' as const }
  const late = { ...waiting, late: true, effectiveSubmittedAt: '2026-11-20T13:00:00Z' }
  const questionMarks = [{ questionId: 'q1', marks: 0 }]
  expect(outcome(terms(), after({ answerKey: ['b'] }), waiting)).toEqual({ ...stays, status: 'SUBMITTED', marks: null, questionMarks })
  expect(outcome(terms(), after({ answerKey: ['b'] }), late)).toEqual({
    ...stays,
    status: 'SUBMITTED',
    marks: null,
    late: true,
    questionMarks,
  })
})

const inTime = '2026-11-20T11:00:00Z'
const tooLate = '2026-11-20T13:00:00Z'
/** A deduction of 10 % of 14 was taken off 10. */
const reduced = { late: true, marks: 8.6, deduction: 1.4, effectiveSubmittedAt: tooLate }

test.each([
  ['late work keeps its deduction', {}, reduced, false, { marks: 8.6, deduction: 1.4, late: true }],
  ['of a new maximum', { maxMarks: 20 }, reduced, false, { marks: 8, deduction: 2, late: true }],
  [
    'it gets its marks back with a later due time',
    { dueAt: '2026-11-20T14:00:00Z' },
    reduced,
    false,
    { marks: 10, deduction: 0, late: false },
  ],
  ['and without one', { dueAt: null }, reduced, false, { marks: 10, deduction: 0, late: false }],
  [
    'and when nothing is deducted any more',
    { latePolicy: { kind: 'FLAG' as const, percent: 10, floor: 0 } },
    reduced,
    false,
    { marks: 10, deduction: 0, late: true },
  ],
  ['an earlier due time leaves work in time', { dueAt: '2026-11-20T10:00:00Z' }, {}, false, { marks: 10, deduction: 0, late: false }],
  ['unless it is checked again', { dueAt: '2026-11-20T10:00:00Z' }, {}, true, { marks: 8.6, deduction: 1.4, late: true }],
  ['work in time stays so when checked again', {}, { effectiveSubmittedAt: inTime }, true, { marks: 10, deduction: 0, late: false }],
  [
    'work that nobody submitted is not late',
    {},
    { effectiveSubmittedAt: null, late: true },
    true,
    { marks: 10, deduction: 0, late: false },
  ],
])('%s', (_, to, of, recheckLate, expected) => expect(outcome(terms(), terms(to), of, recheckLate)).toMatchObject(expected))

test.each([
  ['the same', {}, true],
  ['other marks', { marks: 9 }, false],
  ['another deduction', { deduction: 1 }, false],
  ['late now', { late: true }, false],
  ['marked now', { status: 'RETURNED' as const }, false],
  ['another mark of a question', { questionMarks: [{ questionId: 'q1', marks: 3 }, essayMark] }, false],
  ['marks in another order', { questionMarks: [essayMark, { questionId: 'q1', marks: 4 }] }, true],
  ['a mark of a new question', { questionMarks: [{ questionId: 'q3', marks: 4 }] }, false],
])('an outcome with %s is the same: %s', (_, values, expected) => {
  expect(isSameOutcome(work(), { ...work(), ...values })).toBe(expected)
})
