/** Guesses at what an address was meant to be, and where none is made. */
import { expect, test } from 'vitest'
import { countDomains, isOneSlip, suggestion } from './suggestions.ts'

const file = [
  ...Array.from({ length: 12 }, (_, n) => ({ email: `p${n}@harbour.example` })),
  { email: 'x@mail.com' },
  { email: 'y@small.example' },
]
const domains = countDomains(file)
const meant = (email: string) => suggestion(email, domains)?.email ?? null

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

test('the words name what differs', () => {
  expect(suggestion('bea@gmial.com', domains)?.words).toBe('gmail.com')
  expect(suggestion('ana@example,org', domains)?.words).toBe('ana@example.org')
})

test('one slip: a letter more, less, other, or two in the wrong order', () => {
  for (const other of ['gmial.com', 'gmal.com', 'gmaill.com', 'gmaul.com', 'mgail.com']) expect(isOneSlip(other, 'gmail.com')).toBe(true)
  for (const other of ['gmail.com', 'gmx.com', 'hotmail.com', 'gamli.com']) expect(isOneSlip(other, 'gmail.com')).toBe(false)
})
