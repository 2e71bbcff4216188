/** Who replaces a recording is told what that means before it is saved. */
import { expect, test } from 'vitest'
import { replaceWords } from './replace-words.ts'

const again = 'they start again from the beginning.'

test.each([
  ['nobody has begun', { begun: 0, watched: 0 }, 100, undefined, null, /^$/],
  ['all have watched it', { begun: 0, watched: 2 }, 100, 300, 'info', /^They stay marked/],
  ['of unknown length', { begun: 3, watched: 0 }, 100, undefined, 'warn', new RegExp(`^If the new one has another length, ${again}$`)],
  [
    'of another length',
    { begun: 3, watched: 12 },
    100,
    300,
    'warn',
    /^The new one .*start again.* The 12 who have watched it stay marked\.$/,
  ],
  ['as long', { begun: 3, watched: 1 }, 100, 100.9, 'info', /go on where they are\. The one who has watched it stays marked\.$/],
  ['of a length that nobody can measure', { begun: 1, watched: 0 }, 100, null, 'warn', /^They start again/],
  ['in the place of a deleted file', { begun: 1, watched: 0 }, null, 100, 'warn', /^They start again/],
  ['a link in the place of another', { begun: 1, watched: 0 }, null, null, null, /^$/],
] as const)('%s', (_, viewers, now, next, tone, text) => {
  const words = replaceWords(viewers, now, next)
  expect(words?.tone ?? null).toBe(tone)
  expect(words?.text ?? '').toMatch(text)
})

test('one person is one person', () => {
  expect(replaceWords({ begun: 1, watched: 0 }, 100, undefined)?.title).toBe('1 person has begun to watch this recording')
  expect(replaceWords({ begun: 3, watched: 0 }, 100, undefined)?.title).toBe('3 people have begun to watch this recording')
})
