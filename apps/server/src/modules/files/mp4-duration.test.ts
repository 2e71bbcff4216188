import { expect, test } from 'vitest'
import { mp4Duration } from '#modules/files/contents.ts'

const box = (name: string, ...inside: Buffer[]) => {
  const content = Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const longBox = (name: string, content: Buffer) => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(name, 4, 'latin1')
  head.writeBigUInt64BE(BigInt(content.length + 16), 8)
  return Buffer.concat([head, content])
}
function header(version: 0 | 1, scale: number, units: number | bigint) {
  const content = Buffer.alloc(108)
  content.writeUInt8(version)
  if (version === 1) content.writeUInt32BE(scale, 20)
  else content.writeUInt32BE(scale, 12)
  if (version === 1) content.writeBigUInt64BE(BigInt(units), 24)
  else content.writeUInt32BE(Number(units), 16)
  return box('mvhd', content)
}
const durationOf = (file: Buffer) => mp4Duration((offset, length) => Promise.resolve(file.subarray(offset, offset + length)))
const start = box('ftyp', Buffer.from('isom'))

test('the movie header is found at the start, at the end, and after a box with a 64-bit size', async () => {
  const moov = box('moov', header(0, 600, 36_300))
  const data = Buffer.alloc(1000)
  await expect(durationOf(Buffer.concat([start, moov, box('mdat', data)]))).resolves.toBe(60.5)
  await expect(durationOf(Buffer.concat([start, box('mdat', data), moov]))).resolves.toBe(60.5)
  await expect(durationOf(Buffer.concat([start, longBox('mdat', data), box('moov', box('iods'), header(1, 1000, 90_000n))]))).resolves.toBe(
    90,
  )
})

test('a file without a valid header has no duration', async () => {
  await expect(durationOf(Buffer.concat([start, box('moov', header(0, 600, 0))]))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.concat([start, box('moov', header(0, 0, 100))]))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.concat([start, box('moov', header(0, 600, 0xffff_ffff))]))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.concat([start, box('moov')]))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.alloc(0))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.alloc(4096))).resolves.toBeUndefined()
  await expect(durationOf(Buffer.alloc(4096, 1))).resolves.toBeUndefined()
})
