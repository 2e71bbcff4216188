import { expect, test } from 'vitest'
import { decodeText } from './text-view.tsx'

test.each([
  ['UTF-8', [0xc3, 0x9c, 0x62], 'Üb'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['UTF-16, little end first', [0xff, 0xfe, 0xdc, 0x00, 0x62, 0x00], 'Üb'],
  ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0xdc, 0x00, 0x62], 'Üb'],
  ['Windows-1252', [0xdc, 0x62, 0x80], 'Üb€'],
  ['lines of Windows', [0x61, 0x0d, 0x0a, 0x62], 'a\nb'],
])('%s', (_, bytes, text) => expect(decodeText(new Uint8Array(bytes))).toBe(text))
