/** Text files of any system. */

import { expect, test } from 'vitest'
import { decodeText, detectEncoding } from '#rules/text-encoding.ts'

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

const utf16 = (text: string, isBig = false) =>
  new Uint8Array([...text].flatMap((letter) => (isBig ? [0, letter.charCodeAt(0)] : [letter.charCodeAt(0), 0])))

test.each([
  ['UTF-16LE', utf16('name,email')],
  ['UTF-16BE', utf16('name,email', true)],
  // Beyond what is looked at.
  ['UTF-16LE', new Uint8Array([...utf16('a'.repeat(1000)), ...Array<number>(4000).fill(0x61)])],
  // Zeros in both places are no text of either order, too few of them none at all.
  ['UTF-8', new Uint8Array([0x61, 0, 0x61, 0, 0, 0x61])],
  ['UTF-8', new Uint8Array([0, 0, 0, 0, 0x61])],
  ['UTF-8', new Uint8Array([0x61, 0x61, 0x61, 0, 0x61])],
  ['UTF-8', new Uint8Array([0x61, 0x61, 0, 0x61, 0x61])],
  ['UTF-8', new Uint8Array([...utf16('a'.repeat(9)), 0, 0x61])],
  ['UTF-8', new Uint8Array([])],
  ['UTF-8', new Uint8Array([0x61])],
  // Half a mark is none.
  ['Windows-1252', new Uint8Array([0xff, 0x61])],
  ['Windows-1252', new Uint8Array([0xff, 0xff])],
  ['Windows-1252', new Uint8Array([0xfe, 0xfe])],
  ['Windows-1252', new Uint8Array([0x61, 0xfe])],
  ['Windows-1252', new Uint8Array([0x61, 0xff])],
  ['Windows-1252', new Uint8Array([0xef, 0xbb, 0x61])],
  ['Windows-1252', new Uint8Array([0xef, 0x61, 0xbf])],
  ['Windows-1252', new Uint8Array([0x61, 0xbb, 0xbf])],
  // The mark decides, whatever comes after it.
  ['UTF-8', new Uint8Array([0xef, 0xbb, 0xbf, 0xdc])],
  ['UTF-16LE', new Uint8Array([0xff, 0xfe])],
  ['UTF-16BE', new Uint8Array([0xfe, 0xff])],
] as const)('is %s', (encoding, bytes) => expect(detectEncoding(bytes)).toBe(encoding))
