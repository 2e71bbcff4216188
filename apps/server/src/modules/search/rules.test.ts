/** Typing errors: which words may be meant, and what is none. */

import { expect, test } from 'vitest'
import { correctSearch, getTypingErrorPatterns } from '#modules/search/rules.ts'

test.each([
  ['two letters swapped', 'makr', 'Market Research Basics', 'mark'],
  ['one wrong', 'jourmalism', 'Data Journalism', 'journalism'],
  ['the first one wrong', 'narket', 'Market Research', 'market'],
  ['one missing', 'statstics', 'Public Health Statistics', 'statistics'],
  ['one too much', 'markket', 'Market Research', 'market'],
  ['beside words that are right', 'data jornalism', 'Data Journalism', 'data journalism'],
  ['with accents and case', 'NUNZE', 'Ángel Núñez', 'nunez'],
  ['in another script', 'коралев', 'Семён Королёв', 'королев'],
])('%s: %s in %s means %s', (_, typed, text, meant) => {
  expect(getTypingErrorPatterns(typed)).toBeDefined()
  expect(correctSearch(typed, [text])).toBe(meant)
})

test.each([
  ['two errors', 'marrkte', 'Market'],
  ['within a word', 'arkeet', 'Market'],
  ['three letters', 'mat map', 'Market mop'],
])('%s: %s does not mean %s', (_, typed, text) => expect(correctSearch(typed, [text])).toBeUndefined())

test('what most texts have is meant', () => {
  expect(correctSearch('marc', ['Mary Lee', 'Mark Ellison', 'Mark Lee'])).toBe('mark')
})

test('short words, signs and long texts are taken as they are', () => {
  for (const search of ['abc', '%%%%', '(.*)', 'a'.repeat(30), 'some words that are too many here'])
    expect(getTypingErrorPatterns(search)).toBeUndefined()
  expect(getTypingErrorPatterns('makr (.*)')?.[1]).toBe('***=(.*)')
})
