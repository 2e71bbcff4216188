import { expect, test } from 'vitest'
import { uploadFile } from './use-file-uploads.ts'

const session = { key: 'video/a/b.mp4', uploadId: 'u1', partSize: 8, parts: [] }
const film = (lastModified = 1) => new File(['film'], 'film.mp4', { lastModified })

test('choosing a file again resumes its upload; once that is complete, it starts a new one', async () => {
  const known: unknown[] = []
  const leave = uploadFile(film(), {}, async (_file, { onStarted, session: earlier }) => {
    known.push(earlier)
    onStarted?.(session)
    throw new DOMException('left', 'AbortError')
  })
  await expect(leave).rejects.toThrow('left')
  const again = (file: File) =>
    uploadFile(file, {}, async (_file, { session: earlier }) => {
      known.push(earlier)
      return session.key
    })
  await again(film(2))
  await expect(again(film())).resolves.toEqual({ key: session.key })
  await again(film())
  expect(known).toEqual([null, null, session, null])
})
