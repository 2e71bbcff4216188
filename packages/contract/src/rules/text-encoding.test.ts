/** Text files of any system. */

import { expect, test } from 'vitest'
import { decodeText } from '#rules/text-encoding.ts'

test.each([
  ['UTF-8', [0xc3, 0x9c, 0x62], 'Üb'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16, little end first', [0xff, 0xfe, 0xdc, 0x00, 0x62, 0x00], 'Üb'],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xdc, 0x00, 0x62], 'Üb'],
  ['Windows-1252', [0xdc, 0x62, 0x80], 'Üb€'],
])('%s', (_, bytes, text) => expect(decodeText(new Uint8Array(bytes))).toBe(text))

test('what is not valid in the named encoding is replaced, or an error', () => {
  const bytes = new Uint8Array([0xdc, 0x62])
  expect(decodeText(bytes, { encoding: 'UTF-8' })).toBe('\ufffdb')
  expect(() => decodeText(bytes, { encoding: 'UTF-8', fatal: true })).toThrow(TypeError)
})
