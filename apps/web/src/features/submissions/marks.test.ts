import { describe, expect, it, test } from 'vitest'
import type { Question } from '@lms/contract/assignments'
import type { Submission } from '@lms/contract/submissions'
import { formatLateBy, getTotal, listWrongFields, readMark, sumMarks, toGradeInput, toGrading, findGradingErrors } from './marks.ts'

const question = (id: string, change: Partial<Question> = {}): Question => ({
  id,
  type: 'TEXT',
  prompt: id,
  required: true,
  options: [],
  points: 8,
  ...change,
})
const questions = [question('a'), question('b'), question('c', { type: 'SINGLE_CHOICE', points: 4, options: ['x', 'y'], answerKey: ['x'] })]
const submission = {
  status: 'SUBMITTED',
  version: 3,
  marks: null,
  deduction: 0,
  feedback: null,
  questionMarks: [{ questionId: 'c', marks: 4 }],
} as unknown as Submission

describe('a typed mark', () => {
  it.each([
    ['16,5', 16.5],
    [' 16.25 ', 16.25],
    ['', null],
    ['16.255', undefined],
    ['1,250', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('%j is %j', (text, mark) => expect(readMark(text)).toBe(mark))

  it('has its limit', () => {
    const errorsOf = (total: string, part: string) =>
      findGradingErrors({ version: 1, parts: { a: part }, total, feedback: '' }, { questions, maxMarks: 5000 })
    expect(errorsOf('1,250', '9')).toMatchObject({ total: 'Write 1250 or 1.25', parts: { a: 'At most 8' } })
    expect(errorsOf('5000.01', '')).toMatchObject({ total: 'At most 5000', parts: { a: undefined } })
    expect(errorsOf('', 'x')).toMatchObject({ total: 'Enter a mark', parts: { a: 'Enter a number such as 16.5' } })
    expect(sumMarks(['1,5', '', '2'])).toBe(3.5)
    expect(sumMarks(['', ''])).toBeUndefined()
  })
})

describe('grading', () => {
  it('adds the parts to what the machine gave, once a part is typed', () => {
    expect(getTotal({}, submission, questions)).toBe('')
    expect(getTotal({ a: '7', b: '6' }, submission, questions)).toBe('17')
  })

  it('starts empty, or with the marks before the deduction if there are any', () => {
    expect(toGrading(submission, questions)).toEqual({ version: 3, parts: { a: '', b: '' }, total: '', feedback: '' })
    const graded = {
      ...submission,
      status: 'GRADED',
      marks: 15,
      deduction: 2,
      feedback: 'Good.',
      questionMarks: [{ questionId: 'a', marks: 7 }],
    } as Submission
    expect(toGrading(graded, questions)).toEqual({ version: 3, parts: { a: '7', b: '' }, total: '17', feedback: 'Good.' })
  })

  it('sends typed parts with the automatic ones and the version that was seen', () => {
    const values = { version: 3, parts: { a: '7', b: '' }, total: '11', feedback: '  ' }
    expect(toGradeInput(values, submission, questions, 'GRADE')).toEqual({
      marks: 11,
      feedback: null,
      questionMarks: [
        { questionId: 'c', marks: 4 },
        { questionId: 'a', marks: 7 },
      ],
      action: 'GRADE',
      version: 3,
    })
  })

  it('returns without a mark where none is typed, never with 0', () => {
    const values = { version: 3, parts: {}, total: '', feedback: 'Please add your sources' }
    expect(toGradeInput(values, submission, questions, 'RETURN')).toMatchObject({ marks: null, action: 'RETURN' })
  })

  it('needs a mark to grade, and none to return', () => {
    const values = { version: 3, parts: { a: '9', b: '' }, total: '', feedback: '' }
    const errors = findGradingErrors(values, { questions, maxMarks: 20 })
    expect(errors).toEqual({ total: 'Enter a mark', parts: { a: 'At most 8', b: undefined } })
    expect(listWrongFields(errors, values, 'GRADE')).toEqual(['mark', 'mark-a'])
    expect(listWrongFields({ ...errors, parts: {} }, values, 'RETURN')).toEqual([])
    expect(listWrongFields({ ...errors, feedback: 'Too long' }, values, 'RETURN')).toEqual(['mark-a', 'feedback'])
  })
})

const due = '2026-11-20T12:00:00Z'
/** The minute of the due time itself is on time. */
const after = (minutes: number): string => new Date(Date.parse(due) + (minutes + 1) * 60_000).toISOString()
const [hour, day] = [60, 1440]

test.each([
  [0, '1 min'],
  [59, '59 min'],
  [hour, '1 h'],
  [day + hour, '25 h'],
  [2 * day - 1, '47 h'],
  [2 * day, '2 days'],
  [3 * day + 5, '3 days'],
])('%i minutes late: %s', (minutes, text) => expect(formatLateBy(due, after(minutes))).toBe(text))
