import { expect, test } from 'vitest'
import { fileTypes } from '@lms/contract/file-types'
import { validateFile } from '#modules/files/rules.ts'
import { ebml } from '#test/files.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const stored = (head: Uint8Array, size = head.length) => ({ size, head })

/** The first bytes of real files, by type. */
const heads: Record<string, Uint8Array> = {
  'image/jpeg': new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  'image/png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
  'image/webp': ascii('RIFF\u0001\u0002\u0003\u0004WEBPVP8 '),
  'image/gif': ascii('GIF89a'),
  'application/pdf': ascii('%PDF-1.7\n'),
  'application/zip': ascii('PK\u0003\u0004'),
  'text/plain': ascii('Ünïcode, and no more'),
  'text/x-source': ascii('print("Ünïcode")'),
  'video/mp4': ascii('\u0000\u0000\u0000\u0018ftypisom'),
  'video/webm': ebml('webm'),
  'video/quicktime': ascii('\u0000\u0000\u0000\u0008wide'),
  'audio/mpeg': ascii('ID3\u0004'),
  'audio/mp4': ascii('\u0000\u0000\u0000\u0018ftypM4A '),
  'text/vtt': ascii('WEBVTT\n\n00:00.000 --> 00:01.000\nHello'),
}
const headOf = (type: string) => heads[type] ?? heads['application/zip']!

test.each(Object.keys(fileTypes))('%s is detected by its first bytes', (type) => {
  expect(validateFile(type, stored(headOf(type)))).toBeUndefined()
})

const isAnyText = (type: string) => type === 'text/plain' || type === 'text/x-source'
test.each(Object.keys(fileTypes).filter((type) => !isAnyText(type)))('HTML is not accepted as %s', (type) => {
  expect(validateFile(type, stored(ascii('<!doctype html><script>alert(1)</script>')))).toMatch(/not what its name says/)
})

test('files that are missing, empty, too large or of an unknown type are rejected', () => {
  expect(validateFile('image/png', undefined)).toMatch(/not arrived/)
  expect(validateFile('image/png', stored(new Uint8Array()))).toMatch(/empty/)
  expect(validateFile('image/png', stored(heads['image/png']!, fileTypes['image/png']!.limit))).toBeUndefined()
  expect(validateFile('image/png', stored(heads['image/png']!, fileTypes['image/png']!.limit + 1))).toMatch(/5 MB/)
  expect(validateFile('image/svg+xml', stored(ascii('<svg/>')))).toMatch(/not accepted/)
  expect(validateFile('text/plain', stored(new Uint8Array([65, 0, 66])))).toMatch(/no txt/)
  expect(validateFile('text/plain', stored(new Uint8Array([0xff, 0xfe, 65, 0])))).toBeUndefined()
  expect(validateFile('text/vtt', stored(ascii('WEBVTTX')))).toMatch(/no vtt/)
})
