/** Automatic marking of choice questions. */

import { expect, test } from 'vitest'
import { getAutomaticMarks, isAutoGraded, isFullyAutoGraded } from '#rules/question-marking.ts'

const single = { id: 's', type: 'SINGLE_CHOICE' as const, points: 4, answerKey: ['a', 'b'] }
const multiple = { id: 'm', type: 'MULTIPLE_CHOICE' as const, points: 6, answerKey: ['a', 'c'] }
const essay = { id: 't', type: 'TEXT' as const, points: 10, answerKey: [] }

test('choices with a correct option are marked automatically; texts, and choices without one, by a person', () => {
  const questions = [
    single,
    multiple,
    essay,
    { ...single, answerKey: [] },
    { ...essay, answerKey: ['a'] },
    { type: 'SINGLE_CHOICE' as const },
  ]
  expect(questions.map(isAutoGraded)).toEqual([true, true, false, false, false, false])
  expect(isFullyAutoGraded([single, multiple])).toBe(true)
  expect(isFullyAutoGraded([single, essay])).toBe(false)
  expect(isFullyAutoGraded([])).toBe(true)
})

test.each([
  ['a', 4],
  ['b', 4],
  ['c', 0],
  ['', 0],
])('a single choice with the correct options a and b, answered %j: %d', (value, marks) => {
  expect(getAutomaticMarks([single], [{ questionId: 's', value }])).toEqual([{ questionId: 's', marks }])
})

test.each([
  [['a', 'c'], 6],
  [['c', 'a'], 6],
  [['a', 'a', 'c', ''], 6],
  [['a'], 0],
  [['a', 'b'], 0],
  [['a', 'b', 'c'], 0],
  [[], 0],
])('a multiple choice with the correct options a and c, answered %j: %d', (value, marks) => {
  expect(getAutomaticMarks([multiple], [{ questionId: 'm', value }])).toEqual([{ questionId: 'm', marks }])
})

test('an unanswered question earns 0, and one marked by a person has no automatic marks', () => {
  const answers = [
    { questionId: 't', value: 'a' },
    { questionId: 'm', value: ['a', 'c'] },
  ]
  expect(getAutomaticMarks([single, essay, multiple], answers)).toEqual([
    { questionId: 's', marks: 0 },
    { questionId: 'm', marks: 6 },
  ])
})
