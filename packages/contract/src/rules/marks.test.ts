/** Marks without floating-point errors, and within their limits. */

import { expect, test } from 'vitest'
import { formatMarks, roundMarks, sumPoints, validateGrade } from '#rules/marks.ts'

test('marks have two decimals', () => {
  expect([0.1 + 0.2, 12.345, 9.399999999999999, 10].map(roundMarks)).toEqual([0.3, 12.35, 9.4, 10])
  expect(sumPoints([{ points: 0.1 }, { points: 0.2 }])).toBe(0.3)
  expect(sumPoints([])).toBe(0)
})

test('a grader gives at most the maximum, and at most its points for each question', () => {
  const assignment = {
    questions: [
      { id: 'text', points: 10 },
      { id: 'single', points: 4 },
    ],
    maxMarks: 20,
  }
  const questionMarks = (marks: number) => [
    { questionId: 'text', marks: 4 },
    { questionId: 'single', marks },
  ]
  expect(validateGrade({ marks: 20 }, assignment)).toEqual([])
  expect(validateGrade({ marks: 8, questionMarks: questionMarks(4) }, assignment)).toEqual([])
  expect(validateGrade({ marks: 20.01, questionMarks: questionMarks(4.01) }, assignment)).toEqual([
    { pointer: '/marks', detail: 'At most 20' },
    { pointer: '/questionMarks/1/marks', detail: 'At most 4' },
  ])
  expect(validateGrade({ marks: null, questionMarks: [{ questionId: 'removed', marks: 1 }] }, assignment)).toEqual([
    { pointer: '/questionMarks/0/questionId', detail: 'This question is not part of the assignment' },
  ])
})

test('without a mark there is nothing to read', () =>
  expect([null, undefined, 0, 9.399999999999999].map(formatMarks)).toEqual(['', '', '0', '9.4']))
