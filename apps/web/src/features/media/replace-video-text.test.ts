/** Before a recording is replaced, a sentence says what that means. */
import { expect, test } from 'vitest'
import { describeReplacement } from './replace-video-text.ts'

const again = 'they start again from the beginning.'

test.each([
  ['nobody has begun', { started: 0, watched: 0 }, 100, undefined, null, /^$/],
  ['all have watched it', { started: 0, watched: 2 }, 100, 300, 'info', /^They stay marked/],
  ['of unknown length', { started: 3, watched: 0 }, 100, undefined, 'warn', new RegExp(`^If the new one has another length, ${again}$`)],
  [
    'of another length',
    { started: 3, watched: 12 },
    100,
    300,
    'warn',
    /^The new one .*start again.* The 12 who have watched it stay marked\.$/,
  ],
  ['as long', { started: 3, watched: 1 }, 100, 100.9, 'info', /go on where they are\. The student who has watched it stays marked\.$/],
  ['of a length that nobody can measure', { started: 1, watched: 0 }, 100, null, 'warn', /^They start again/],
  ['in the place of a deleted file', { started: 1, watched: 0 }, null, 100, 'warn', /^They start again/],
  ['a link in the place of another', { started: 1, watched: 0 }, null, null, null, /^$/],
] as const)('%s', (_, viewers, now, next, tone, text) => {
  const words = describeReplacement(viewers, now, next)
  expect(words?.tone ?? null).toBe(tone)
  expect(words?.text ?? '').toMatch(text)
})

test.each([
  ['another one, as long', 100, 100, 'RESTART', 'warn', 'The new one is just as long, but they start again from the beginning.'],
  ['the same, cut', 100, 80, 'KEEP', 'info', 'The new one has another length (1:20 instead of 1:40), but they go on where they are.'],
  ['the same, of a length that nobody can measure', 100, null, 'KEEP', 'info', 'They go on where they are.'],
  [
    'as it would be anyway',
    100,
    80,
    'RESTART',
    'warn',
    'The new one has another length (1:20 instead of 1:40), so they start again from the beginning.',
  ],
] as const)('who replaces it says that it is %s', (_, now, next, said, tone, text) => {
  expect(describeReplacement({ started: 2, watched: 0 }, now, next, said)).toMatchObject({ tone, text })
})

test('one person is one person', () => {
  expect(describeReplacement({ started: 1, watched: 0 }, 100, undefined)?.title).toBe('1 person started watching this recording')
  expect(describeReplacement({ started: 3, watched: 0 }, 100, undefined)?.title).toBe('3 people started watching this recording')
})
