/** Slips in the part of an address that many people share. */
import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

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
])('%s: %s', (email, meant) => expect(suggestEmail(email, 'harbour.example')).toBe(meant))
