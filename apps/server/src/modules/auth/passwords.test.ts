import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { validatePassword } from '@lms/contract/common-passwords'
import { hashPassword, isPassword } from '#modules/auth/passwords.ts'
import { cheapHash } from '#test/given.ts'

test('passwords are hashed with Argon2id, 19 MiB and two passes', async () => {
  const kept = await hashPassword('quiet desk 20')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await expect(isPassword(kept, 'quiet desk 20')).resolves.toBe(true)
  await expect(isPassword(kept, 'quiet desk 21')).resolves.toBe(false)
  await expect(isPassword(null, 'quiet desk 20')).resolves.toBe(false)
})

test('letters with accents are the same from every keyboard, and older hashes are compared as typed', async () => {
  const [composed, decomposed] = ['lição de João'.normalize('NFC'), 'lição de João'.normalize('NFD')]
  for (const [typed, again] of [[composed, decomposed] as const, [decomposed, composed] as const]) {
    await expect(isPassword(await hashPassword(typed), again)).resolves.toBe(true)
    await expect(isPassword(await hashPassword(typed), typed)).resolves.toBe(true)
  }
  const older = await hash(decomposed, { memoryCost: 8, timeCost: 1 })
  await expect(isPassword(older, decomposed)).resolves.toBe(true)
  await expect(isPassword(older, `${decomposed}s`)).resolves.toBe(false)
})

test('a hash is computed even without a user: a cheap one started at the same time finishes first', async () => {
  const winners: string[] = []
  // Not in every round: a busy machine may delay the cheap one.
  for (let round = 0; round < 5; round++) {
    const both = [isPassword(null, 'x').then(() => 'none'), isPassword(cheapHash, 'x').then(() => 'cheap')]
    winners.push(await Promise.race(both))
    await Promise.all(both)
  }
  expect(winners).toContain('cheap')
})

test('two hashes run at once, four hundred wait, and the rest are rejected', async () => {
  // The rejected ones at the end are for unknown emails.
  const results = await Promise.allSettled(Array.from({ length: 410 }, (_, n) => isPassword(n < 402 ? cheapHash : null, 'x')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason.problem).toBe('busy')
  await expect(isPassword(null, 'x')).resolves.toBe(false)
})

test.each([
  ['password123', true],
  ['PASSWORD123', true],
  ['me@example.org', true],
  ['maverick', true],
  ['Liverpool2024!', true],
  ['xxxxxxxx', true],
  ['21122112', true],
  ['asdfasdf', true],
  ['quiet desk 20', false],
  ['harbour lamp', false],
  ['correct horse battery staple', false],
])('%s is refused: %s', (password, isRefused) => expect(validatePassword(password, 'Me@example.org') !== undefined).toBe(isRefused))
