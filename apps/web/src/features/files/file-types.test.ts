import { describe, expect, it } from 'vitest'
import { fileSize } from '#lib/files.ts'
import { getAcceptAttribute, validateFileContent, validateFile, getFileType } from './file-types.ts'

/** The beginning of an EBML file of a document type. */
const ebml = (docType: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x80 + docType.length, ...new TextEncoder().encode(docType)])

describe('checks before the upload', () => {
  it.each([
    [{ name: 'note.PDF', size: 10 }, undefined],
    [{ name: 'logo.svg', size: 10 }, 'logo.svg is of a type that is not accepted.'],
    [{ name: 'film.mp4', size: 10 }, 'film.mp4 is of a type that is not accepted.'],
    [{ name: 'empty.txt', size: 0 }, 'empty.txt is empty.'],
    [{ name: 'big.png', size: 6 * 1024 ** 2 }, 'big.png has 6 MB. At most 5 MB are accepted.'],
  ])('%j', (file, words) => expect(validateFile(file, ['document', 'image'])).toBe(words))

  it.each([
    ['film.mp4', new TextEncoder().encode('\u0000\u0000\u0000\u0018ftypisom'), undefined],
    ['film.mp4', new TextEncoder().encode('<!doctype html>'), 'film.mp4 is not what its name says: no mp4.'],
    ['film.webm', ebml('webm'), undefined],
    ['film.webm', ebml('matroska'), 'film.webm is not what its name says: no webm.'],
    ['photo.mp4', new TextEncoder().encode('\u0000\u0000\u0000\u001cftypavif'), 'photo.mp4 is not what its name says: no mp4.'],
    ['film.webm', new Uint8Array(0), 'film.webm is empty.'],
    ['film.txt', new Uint8Array(1), 'film.txt is of a type that is not accepted.'],
  ])('the content of %s is checked', async (name, bytes, words) => {
    await expect(validateFileContent(new File([bytes], name), ['video', 'audio'])).resolves.toBe(words)
  })

  it('source code is recognised by extension, and is text of 1 MB at most', async () => {
    const kinds = ['source'] as const
    expect(getFileType({ name: 'index.html', type: 'text/html' })).toBe('text/x-source')
    expect(getAcceptAttribute(kinds)).toContain('.py')
    expect(validateFile({ name: 'main.py', size: 1024 ** 2 }, kinds)).toBeUndefined()
    expect(validateFile({ name: 'main.py', size: 1024 ** 2 + 1 }, kinds)).toBe('main.py has 1 MB. At most 1 MB are accepted.')
    expect(validateFile({ name: 'drawing.svg', size: 10 }, kinds)).toBe('drawing.svg is of a type that is not accepted.')
    const lying = new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0])], 'main.py')
    await expect(validateFileContent(lying, kinds)).resolves.toBe('main.py is not what its name says: no py.')
  })

  it('recordings by students have 500 MB at most', () => {
    expect(validateFile({ name: 'film.mp4', size: 500 * 1024 ** 2 }, ['video'])).toBeUndefined()
    expect(validateFile({ name: 'film.mp4', size: 501 * 1024 ** 2 }, ['video'])).toBe('film.mp4 has 501 MB. At most 500 MB are accepted.')
  })

  it('the name gives the type if the browser does not know it', () => {
    expect(getFileType({ name: 'table.xlsx', type: '' })).toContain('spreadsheetml')
    expect(getFileType({ name: 'archive.zip', type: 'application/x-zip-compressed' })).toBe('application/zip')
    expect(getAcceptAttribute(['captions'])).toBe('.vtt')
  })

  it.each([
    [512, '512 B'],
    [348_000, '340 kB'],
    [4.25 * 1024 ** 2, '4.3 MB'],
    [120 * 1024 ** 2, '120 MB'],
    [1.5 * 1024 ** 3, '1.5 GB'],
  ])('%d are %s', (bytes, words) => expect(fileSize(bytes)).toBe(words))
})
