import { expect, test } from 'vitest'
import { applyQuestionAction } from '#features/questions/question-actions.ts'
import { type AssignmentFormValues, newQuestion, startValues } from './assignment-form-values.ts'
import { describeChanges } from './change-list.tsx'

const [essay, choice] = [
  { ...newQuestion(), id: 'essay', prompt: 'Why?' },
  { ...newQuestion('SINGLE_CHOICE'), id: 'choice', prompt: 'Which?', options: ['a', 'b'], right: [0] },
]
const before: AssignmentFormValues = { ...startValues('2026-11-22T23:59'), title: 'Note', questions: [essay, choice] }
const zone = 'Europe/Lisbon'
const titles = (after: AssignmentFormValues, answers?: Map<string, number>) =>
  describeChanges(before, after, zone, answers).map(({ title, words }) => `${title}: ${words}`)

test('a form that was only opened has no changes', () => {
  expect(titles(structuredClone(before))).toEqual([])
})

test.each<[Partial<AssignmentFormValues>, string]>([
  [{ title: 'Critique' }, 'Title: Note → Critique'],
  [{ instructions: '<p>More</p>' }, 'Instructions: Changed.'],
  [{ maxAttempts: '3' }, 'Attempts: 20 → 3. Nobody’s mark changes.'],
  [{ latePolicy: { kind: 'NONE', percent: '10', floor: '50' } }, 'Late work: shown as late → no marks off'],
  [{ questions: [essay, { ...choice, right: [0, 1] }] }, 'Question 2: Answer key changed.'],
  [{ questions: [{ ...essay, prompt: 'Why so?', points: '5' }, choice] }, 'Question 1: Reworded, marks 10 → 5.'],
  [{ questions: [choice, essay] }, 'Order of questions: Changed.'],
  [{ questions: [essay, choice, { ...newQuestion(), prompt: 'How?' }] }, 'Question 3 added: How?'],
  [{ questions: [choice] }, 'Question 1 removed: 12 answers and their marks no longer count.'],
])('%j', (to, words) => {
  expect(titles({ ...before, ...to }, new Map([['essay', 12]]))).toEqual([words])
})

test('the due time is shown in the course’s time zone', () => {
  expect(titles({ ...before, dueAt: '2026-11-23T12:00' })[0]).toMatch(/^Due: Sun 22 Nov, 23:59.* → Mon 23 Nov, 12:00/)
})

test('of two questions with the same text one is replaced and the other removed: both are named', () => {
  const same = { ...before, questions: ['a', 'b'].map((id) => ({ ...before.questions[0]!, id, key: id, prompt: 'Explain' })) }
  const replaced = applyQuestionAction(same.questions, { do: 'replace', at: 0 }, newQuestion)
  const questions = applyQuestionAction(replaced, { do: 'remove', at: 1 }, newQuestion)
  expect(describeChanges(same, { ...same, questions }, 'UTC').map(({ title }) => title)).toEqual([
    'Question 1 replaced',
    'Question 2 removed',
  ])
})

test('a replaced question is one change, not two', () => {
  const questions = applyQuestionAction(before.questions, { do: 'replace', at: 0 }, newQuestion)
  expect(titles({ ...before, questions })).toEqual([
    'Question 1 replaced: The old question no longer counts, and its answers stay readable. New attempts get the new one.',
  ])
})
