/** Checks of file contents: pictures too large for a browser’s memory, and documents of another type. */

import { expect, test } from 'vitest'
import { findContentError } from '#modules/files/contents.ts'
import { validateFile } from '#modules/files/rules.ts'
import { testAppWithFiles, ebml, png } from '#test/files.ts'
import { zip } from '#test/zip.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const types = {
  docx: `${office}.wordprocessingml.document`,
  pptx: `${office}.presentationml.presentation`,
  xlsx: `${office}.spreadsheetml.sheet`,
}
const mainParts = {
  docx: `${types.docx}.main+xml`,
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  pptx: `${types.pptx}.main+xml`,
  xlsx: `${types.xlsx}.main+xml`,
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
}
const office365 = (mainPart: string, more: Record<string, string> = {}) =>
  zip({
    ...more,
    '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="${mainPart}"/></Types>`,
    'main.xml': '<xml/>',
  })
const getError = (type: string, bytes: Buffer) =>
  findContentError(type, { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) })

const word = (value: number) => [value >> 8, value & 255]
const littleEndian = (value: number, size: number) => Array.from({ length: size }, (_, index) => (value >> (8 * index)) & 255)
/** Pictures with these dimensions in their headers; the JPEG has 60 kB of camera metadata before its own. */
const pictures: Record<string, (width: number, height: number) => Buffer> = {
  'image/png': png,
  'image/gif': (width, height) => Buffer.from([...Buffer.from('GIF89a'), ...littleEndian(width, 2), ...littleEndian(height, 2), 0, 0, 0]),
  'image/webp': (width, height) =>
    Buffer.from([
      ...Buffer.from('RIFF'),
      ...littleEndian(22, 4),
      ...Buffer.from('WEBPVP8X'),
      ...littleEndian(10, 4),
      0,
      0,
      0,
      0,
      ...littleEndian(width - 1, 3),
      ...littleEndian(height - 1, 3),
    ]),
  'image/jpeg': (width, height) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, ...word(60_002)]),
      Buffer.alloc(60_000),
      Buffer.from([0xff, 0xc0, ...word(17), 8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9]),
    ]),
}

test.each(Object.keys(pictures))('%s: up to 40 megapixels', async (type) => {
  expect(await getError(type, pictures[type]!(8000, 5000))).toBeUndefined()
  expect(await getError(type, pictures[type]!(8000, 5001))).toBe('The picture has more than 40 megapixels')
  expect(await getError(type, pictures[type]!(16_000, 16_000))).toMatch(/megapixels/)
  expect(await getError(type, pictures[type]!(16, 16).subarray(0, 8))).toBe('The picture is damaged and cannot be read')
})

test('a small file with too many pixels is rejected as a profile picture, and removed', async () => {
  const { as, upload, storage, runJobs } = await testAppWithFiles()
  const student = await as('USER')
  const key = await upload(student, 'image/png', png(16_000, 16_000))
  const error = await student.users.updateMe({ body: { profileImage: key } }).catch((caught: unknown) => caught)
  expect(error).toBeProblem('validation-failed', ['/profileImage'])
  expect(error).toMatchObject({ errors: [{ detail: expect.stringContaining('40 megapixels') }] })
  await runJobs()
  expect(await storage.inspect(key)).toBeUndefined()
  const small = await upload(student, 'image/png', png(640, 480))
  await expect(student.users.updateMe({ body: { profileImage: small } })).resolves.toMatchObject({ profileImage: small })
})

test('a document must contain its declared type: no macros, no app, no other document', async () => {
  for (const kind of ['docx', 'pptx', 'xlsx'] as const) {
    expect(await getError(types[kind], office365(mainParts[kind]))).toBeUndefined()
    for (const [name, bytes] of Object.entries({
      'with macros': office365(kind === 'xlsx' ? mainParts.xlsm : mainParts.docm),
      'another kind': office365(kind === 'docx' ? mainParts.xlsx : mainParts.docx),
      'an Android app': zip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' }),
      'cut off': office365(mainParts[kind]).subarray(0, -30),
      'no archive': Buffer.from('PK\x03\x04 and nothing'),
      'a list of types without end': office365(`${mainParts[kind]}"${' '.repeat(2_000_000)}`),
    }))
      expect([name, await getError(types[kind], bytes)]).toEqual([name, `The file is not what its name says: no ${kind}`])
  }
  // The list of types may come after many other parts.
  const parts = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`media/picture-${index}.png`, 'x'.repeat(50)]))
  expect(await getError(types.pptx, office365(mainParts.pptx, parts))).toBeUndefined()
  expect(await getError('application/zip', zip({ 'AndroidManifest.xml': 'x' }))).toBeUndefined()
})

test('pictures and Matroska files are rejected as videos', () => {
  const errorOfHead = (type: string, head: Buffer) => validateFile(type, { size: head.length, head })
  const box = (brand: string) => Buffer.from(`\0\0\0\x1cftyp${brand}\0\0\0\0`, 'latin1')
  for (const brand of ['isom', 'mp42', 'avc1', 'iso5', 'M4V ', 'XAVC']) expect(errorOfHead('video/mp4', box(brand))).toBeUndefined()
  expect(errorOfHead('video/quicktime', box('qt  '))).toBeUndefined()
  for (const brand of ['avif', 'avis', 'heic', 'mif1'])
    for (const type of ['video/mp4', 'video/quicktime', 'audio/mp4'])
      expect(errorOfHead(type, box(brand))).toMatch(/not what its name says/)
  expect(errorOfHead('video/webm', ebml('webm'))).toBeUndefined()
  expect(errorOfHead('video/webm', ebml('matroska'))).toMatch(/no webm/)
})
