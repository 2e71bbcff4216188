import { describe, expect, it, test } from 'vitest'
import type { Question } from '@lms/contract/assignments'
import { answeredCount, answersFromList, answersToList, sameAnswers, shuffle, validateAnswer } from './answers.ts'

const question = (id: string, change: Partial<Question> = {}): Question => ({
  id,
  type: 'TEXT',
  prompt: id,
  required: true,
  options: [],
  points: 1,
  ...change,
})
const questions = [question('a'), question('b', { type: 'LINK', required: false }), question('c', { type: 'FILE' })]

describe('answers', () => {
  it('are sent if they are not empty, in the order of the questions', () => {
    expect(answersToList(questions, { c: ['key'], a: 'words', b: '  ', gone: 'x' })).toEqual([
      { questionId: 'a', value: 'words' },
      { questionId: 'c', value: ['key'] },
    ])
    expect(answersFromList([{ questionId: 'a', value: 'words' }])).toEqual({ a: 'words' })
  })

  it('are equal in any order, and an empty one counts as none', () => {
    expect(sameAnswers({ a: 'x', b: '' }, { a: 'x' })).toBe(true)
    expect(sameAnswers({ b: 'y', a: 'x' }, { a: 'x', b: 'y' })).toBe(true)
    expect(sameAnswers({ a: 'x' }, { a: 'x ' })).toBe(false)
  })

  it('are only counted if they are not empty', () => {
    expect(answeredCount(questions, { a: 'x', b: '\u200b \u2800', c: [] })).toBe(1)
  })

  it.each([
    [question('a'), undefined, 'Required'],
    [question('a', { required: false }), undefined, undefined],
    [question('b', { type: 'LINK' }), 'http://localhost', 'Enter a public address, such as https://example.org/page'],
    [question('b', { type: 'LINK' }), 'http://x.example', undefined],
    [question('b', { type: 'LINK' }), 'www.x.example', undefined],
    [question('b', { type: 'LINK' }), 'https://user:pw@evil.example', 'Enter a public address, such as https://example.org/page'],
    [question('b', { type: 'LINK' }), ' https://x.example ', undefined],
  ])('are faulty where the server would refuse them: %#', (question, value, error) => {
    expect(validateAnswer(question, value)).toBe(error)
  })
})

test('an answer that is too long says how long it may be and is', () => {
  expect(validateAnswer(question('a'), 'x'.repeat(50_000))).toBeUndefined()
  expect(validateAnswer(question('a'), 'x'.repeat(55_000))).toBe('Use at most 50,000 characters. These are 55,000.')
  expect(validateAnswer(question('c', { type: 'FILE' }), Array.from({ length: 51 }, String))).toBe('At most 50 files')
})

test('a seed always gives the same order, other seeds give other orders, and nothing is lost', () => {
  const texts = ['a', 'b', 'c', 'd', 'e']
  const orders = Array.from({ length: 40 }, (_, seed) => shuffle(texts, `student-${seed}`).join(''))
  expect(shuffle(texts, 'student-1').join('')).toBe(orders[1])
  expect(orders.every((order) => [...order].toSorted().join('') === 'abcde')).toBe(true)
  expect(new Set(orders).size).toBeGreaterThan(25)
})
