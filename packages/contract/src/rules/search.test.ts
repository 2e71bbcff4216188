/** The one rule of searches, with the cases that every search box passes, and where the words of a search are. */

import { expect, test } from 'vitest'
import { foundCases, missedCases } from '#rules/search-cases.ts'
import { findWords, isFound } from '#rules/search.ts'

test.each(foundCases)('%s is found by %s', (text, search) => expect(isFound(text, search)).toBe(true))
test.each(missedCases)('%s is not found by %s', (text, search) => expect(isFound(text, search)).toBe(false))
test.each([
  ['Cæsar Œuvre', 'caesar oeuvre'],
  ['Þór Đorđević Guðrún', 'thor dordevic gudrun'],
  ['Ħal Ŧest', 'hal test'],
  ['Νίκος', 'νικοσ'],
  ['على مدرسة', 'علي مدرسه'],
  ['“a” „b” «c»', '"a" "b" "c"'],
  ['a‐b c‒d e–f g—h i−j', 'a-b c-d e-f g-h i-j'],
])('%s is found by %s, as it is typed', (text, search) => expect(isFound(text, search)).toBe(true))
test.each(['', ' ', "'", '\u200b', ', ,'])('%j is no word and finds nothing', (search) => expect(isFound('any text', search)).toBe(false))

test.each([
  ['one word, as it is written', 'Ángel Núñez', 'nunez', ['Núñez']],
  ['a part of a word', 'Introdução', 'duca', ['duçã']],
  ['a letter that folds to two', 'Die Straße', 'strass', ['Straß']],
  ['every occurrence of every word', 'ana and Ana', 'ana and', ['ana', 'and', 'Ana']],
  ['adjacent and overlapping ones are one', 'banana', 'ban anana', ['banana']],
  ['adjacent words are one', 'abc', 'ab c', ['abc']],
  ['an apostrophe within', 'Liam O’Brien is', 'obrien', ['O’Brien']],
  ['nothing', 'any text', 'other', []],
  ['marks of a decomposed letter belong to it', 'e\u0301tude', 'e', ['e\u0301', 'e']],
])('words of a search: %s', (_, text, search, expected) =>
  expect(findWords(text, search).map(([start, end]) => text.slice(start, end))).toEqual(expected),
)
