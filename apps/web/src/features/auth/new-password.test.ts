import { expect, test } from 'vitest'
import { validateLength, passwordRules } from './new-password.tsx'

const email = 'ana.li@harbour.example'
const states = (password: string, isCommon: ((word: string) => boolean) | undefined = () => false) =>
  passwordRules(password, email, isCommon).map(({ state }) => state)

test.each([
  ['', ['open', 'open', 'open']],
  ['1234567', ['open', 'open', 'open']],
  ['quiet desk', ['met', 'met', 'met']],
  ['x'.repeat(128), ['met', 'met', 'met']],
  ['x'.repeat(129), ['broken', 'met', 'met']],
  ['Ana.Li@harbour.example', ['met', 'met', 'broken']],
])('%s: %j', (password, expected) => expect(states(password)).toEqual(expected))

test('common passwords are rejected once their list is loaded', () => {
  expect(states('password', () => true)).toEqual(['met', 'broken', 'met'])
  expect(passwordRules('password', email, undefined)[1]?.state).toBe('open')
})

test('a submitted password must have a valid length', () => {
  expect([validateLength('1234567'), validateLength('12345678'), validateLength('x'.repeat(128)), validateLength('x'.repeat(129))]).toEqual(
    ['Choose a password of at least 8 characters', undefined, undefined, 'Choose a password of at most 128 characters'],
  )
})
