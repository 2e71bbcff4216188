import { expect, test } from 'vitest'
import { mayDeleteDiscussion, mayEditPost } from '#rules/discussions.ts'

test.each([
  [true, false, false, true],
  [true, true, false, false],
  [true, true, true, true],
  [false, false, true, false],
])('own %s, locked %s, staff %s: may edit %s', (isOwn, isLocked, isStaff, may) => {
  expect(mayEditPost({ isOwn, isLocked }, isStaff)).toBe(may)
})

test('a discussion with replies of others is deleted by staff only', () => {
  expect([false, true].map((isReplied) => mayDeleteDiscussion({ isReplied }, false))).toEqual([true, false])
  expect(mayDeleteDiscussion({ isReplied: true }, true)).toBe(true)
})
