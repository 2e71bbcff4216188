/** IndexedDB where the browser refuses it. */

import { expect, test, vi } from 'vitest'
import { createUploadStorage } from '#features/files/uploads/upload-store.ts'
import { openDatabase } from './indexed-db.ts'

test('a browser that throws on opening is one without stored uploads, not a broken page', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  await expect(openDatabase('anything', () => undefined)).rejects.toThrow('blocked')
  await expect(createUploadStorage().list('u1')).resolves.toEqual([])
})
