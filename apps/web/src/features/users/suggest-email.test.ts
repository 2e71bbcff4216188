/** Suggested corrections of email addresses, and where there are none. */

import { expect, test } from 'vitest'
import { countDomains, isTypo, suggestCorrection, suggestEmail } from './suggest-email.ts'

const file = [
  ...Array.from({ length: 12 }, (_, n) => ({ email: `p${n}@harbour.example` })),
  { email: 'x@mail.com' },
  { email: 'y@small.example' },
]
const domains = countDomains(file)
const meant = (email: string) => suggestCorrection(email, domains)?.email ?? null

test.each([
  ['bea@gmial.com', 'bea@gmail.com'],
  ['bea@gmai.com', 'bea@gmail.com'],
  ['bea@hotmial.com', 'bea@hotmail.com'],
  ['bea@outlook.con', 'bea@outlook.com'],
  ['ana@harbuor.example', 'ana@harbour.example'],
  ['ana@harbour', 'ana@harbour.example'],
  ['ana@harbour,example', 'ana@harbour.example'],
  ['<ana@harbour.example>', 'ana@harbour.example'],
  ['ana li@example.org', 'anali@example.org'],
  ['ana@example..org', 'ana@example.org'],
  ['ana@example.org;', 'ana@example.org'],
])('%s was meant to be %s', (email, expected) => expect(meant(email)).toBe(expected))

test.each([
  'ana@gmail.com',
  'ana@mail.com',
  'ana@ymail.com',
  'ana@yahoo.co.uk',
  'ana@yahoo.ca',
  'ana@harbour.example',
  'ana@small.example',
  'ana@example.org',
  'ana@',
  'ana',
  '',
  'ana@b@gmial.com',
])('%s is nobody else', (email) => expect(meant(email)).toBeNull())

test('the text names the part that differs', () => {
  expect(suggestCorrection('bea@gmial.com', domains)?.changed).toBe('gmail.com')
  expect(suggestCorrection('ana@example,org', domains)?.changed).toBe('ana@example.org')
})

test('one typo: an extra, a missing or a wrong letter, or two swapped ones', () => {
  for (const other of ['gmial.com', 'gmal.com', 'gmaill.com', 'gmaul.com', 'mgail.com']) expect(isTypo(other, 'gmail.com')).toBe(true)
  for (const other of ['gmail.com', 'gmx.com', 'hotmail.com', 'gamli.com']) expect(isTypo(other, 'gmail.com')).toBe(false)
})

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.co', 'ana@gmail.com'],
  ['ana@gmaill.com', 'ana@gmail.com'],
  ['Ana@Hotnail.com', 'ana@hotmail.com'],
  ['ana@habour.example', 'ana@harbour.example'],
  ['ana@gmail.com', undefined],
  ['ana@harbour.example', undefined],
  ['ana@university.example', undefined],
  ['ana@gm', undefined],
  ['ana', undefined],
])('in a form, %s: %s', (email, meant) => expect(suggestEmail(email, 'harbour.example')).toBe(meant))
