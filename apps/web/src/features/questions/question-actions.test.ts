import { expect, test } from 'vitest'
import { applyQuestionAction, describeQuestionAction, type EditedQuestion, type QuestionAction, startQuestion } from './question-actions.ts'

const [a, b, c] = ['a', 'b', 'c'].map((key): EditedQuestion => ({ ...startQuestion('TEXT'), key, id: `id-${key}`, options: [key, ''] }))
const three = [a!, b!, c!]
const apply = (action: QuestionAction<EditedQuestion>, questions = three) => applyQuestionAction(questions, action, startQuestion)
const names = (action: QuestionAction<EditedQuestion>) => apply(action).map(({ options }) => options[0])

test.each<[QuestionAction<EditedQuestion>, string[], string]>([
  [{ do: 'move', at: 2, to: 1 }, ['a', 'c', 'b'], 'Question 3 moved to 2'],
  [{ do: 'move', at: 0, to: 2 }, ['b', 'c', 'a'], 'Question 1 moved to 3'],
  [{ do: 'move', at: 2, to: 0 }, ['c', 'a', 'b'], 'Question 3 moved to 1'],
  [{ do: 'move', at: 0, to: -1 }, ['a', 'b', 'c'], ''],
  [{ do: 'move', at: 2, to: 3 }, ['a', 'b', 'c'], ''],
  [{ do: 'duplicate', at: 0 }, ['a', 'a', 'b', 'c'], 'Question 1 duplicated as question 2'],
  [{ do: 'remove', at: 1 }, ['a', 'c'], 'Question 2 removed'],
  [{ do: 'replace', at: 1 }, ['a', 'b', 'c'], 'Question 2 is replaced by a new one'],
  [{ do: 'change', at: 1, to: { options: ['x'] } }, ['a', 'x', 'c'], ''],
  [{ do: 'add', type: 'LINK' }, ['a', 'b', 'c', ''], 'Question 4 added'],
])('%j', (action, order, words) => {
  expect(names(action)).toEqual(order)
  expect(describeQuestionAction(action, 3)).toBe(words)
  expect(three.map(({ options }) => options[0])).toEqual(['a', 'b', 'c'])
})

test('a copy is a new question for the server; one that replaces another says which', () => {
  const [, copy] = apply({ do: 'duplicate', at: 0 }, [{ ...a!, replaces: 'id-z' }])
  expect(copy).toEqual({ key: expect.any(String), type: 'TEXT', required: true, options: ['a', ''] })
  expect(copy!.key).not.toBe('a')
  const [replacement] = apply({ do: 'replace', at: 0 }, [a!])
  expect([replacement!.id, replacement!.replaces, replacement!.key === 'a']).toEqual([undefined, 'id-a', false])
  const [again] = apply({ do: 'replace', at: 0 }, [replacement!])
  expect(again!.replaces).toBe('id-a')
})
