/** Files that the server sent are saved. */

import { expect, test, vi } from 'vitest'
import { downloadBlob } from './download.ts'

test('a download is saved under its name', () => {
  vi.useFakeTimers()
  const saved: string[][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  downloadBlob(new Blob(['x']), 'marks.csv')
  expect(saved).toEqual([['blob:file', 'marks.csv']])
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:file')
})
