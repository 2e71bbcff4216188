/** When readers see that a post was edited, and the excerpt of a post that a search shows. */

import { expect, test } from 'vitest'
import { getExcerpt, isEditMarked } from '#modules/discussions/rules.ts'

test.each([
  ['exactly five minutes later', '12:05:00.000', false, false],
  ['a millisecond after that', '12:05:00.001', false, true],
  ['at once, after a reply', '12:00:00.000', true, true],
])('a post of 12:00 that is edited %s', (_, at, isAnswered, expected) => {
  expect(isEditMarked({ createdAt: '2026-11-20T12:00:00Z' }, isAnswered, new Date(`2026-11-20T${at}Z`))).toBe(expected)
})

/** `count` words of five characters with their blank. */
const words = (count: number) => 'word '.repeat(count)

test.each([
  ['a short text is shown as it is', 'How do I cut a dovetail?', 'dovetail', 'How do I cut a dovetail?'],
  ['exactly 160 characters', 'x'.repeat(160), 'x', 'x'.repeat(160)],
  ['one more', 'x'.repeat(161), 'x', `${'x'.repeat(160)} …`],
  ['found before the 60th character: from the start', `${words(11)}abcdJoint`, 'joint', `${words(11)}abcdJoint`],
  ['found at the 60th: from the word 40 characters before', `${words(12)}joint`, 'JOINT', `… ${words(8)}joint`],
  ['whole words at the start of an excerpt', `${words(12)}abc joint`, 'joint', `… ${words(7)}abc joint`],
  ['cut at both ends', `${words(20)}joint ${words(40)}`, 'joint', `… ${words(8)}joint ${words(22)}word …`],
  ['the longest word counts: the shortest is in other words too', `Reading ${words(20)}costs`, 'R&D costs', `… ${words(8)}costs`],
  ['of two longest the first', `${words(20)}apple ${words(40)}peach`, 'apple peach', `… ${words(8)}apple ${words(22)}word …`],
  ['accents do not matter', `Au ${words(20)}école12`, 'ecole12', `… ${words(8)}école12`],
  ['not found', words(40), 'zzz', `${words(32).trim()} …`],
  ['nothing to look for', 'Some text', '???', 'Some text'],
])('the excerpt: %s', (_, text, search, expected) => expect(getExcerpt(text, search)).toBe(expected))
