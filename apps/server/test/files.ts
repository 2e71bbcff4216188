/** An application with files in a folder that the test can access, and a way to upload. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createLocalStorage } from '#services/local-storage.ts'
import { testApp, type As } from '#test/app.ts'

/** The start of a PNG of that many pixels, as far as needed to read its size. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header])
}

/** The start of an EBML file of a document type: `webm` or `matroska`. */
export const ebml = (docType: string): Buffer =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x80 + docType.length]), Buffer.from(docType)])

/** The smallest bytes that pass for each type. */
export const sample = {
  'image/png': Buffer.concat([png(4, 3), Buffer.from('the rest of a picture')]),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
  'video/webm': ebml('webm'),
  'text/x-source': Buffer.from('print(1)'),
  'text/vtt': Buffer.from('WEBVTT\n'),
}

export async function testAppWithFiles() {
  const dataDir = await mkdtemp(join(tmpdir(), 'lms-test-files-'))
  const storage = await createLocalStorage({ dataDir })
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const test = await testApp({ DATA_DIR: dataDir })
  /** The key of a file just uploaded by a user, not checked yet. */
  const upload = async (
    who: As,
    fileType: keyof typeof sample | 'video/mp4',
    payload: Buffer = sample[fileType as keyof typeof sample],
  ) => {
    const { key, url, headers } = await who.files.presignUpload({ query: { fileType } })
    const answer = await test.app.inject({ method: 'PUT', url, headers, payload })
    if (answer.statusCode !== 200) throw new Error(answer.payload)
    return key
  }
  return { ...test, dataDir, storage, upload }
}

/** A form with one file in the field `file`. */
export function formOf(file: string | Uint8Array, name = 'people.csv'): FormData {
  const form = new FormData()
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), name)
  return form
}
