/**
 * What is unpacked of an archive and what is not: a part that cannot be inflated shows whether it was attempted. The limits are small here;
 * limits.test.ts sends files beyond the real ones.
 */

import { expect, test } from 'vitest'
import { unzip } from '#modules/imports/unzip.ts'
import { withClaimedSize, zip } from '#test/zip.ts'

const KB = 1024
/** Larger than what is inflated at a time, which is 64 KB. */
const limits = { all: 1000 * KB, wanted: 200 * KB }
const blank = (size: number) => Buffer.alloc(size * KB, 0x20)
const all = () => true
const none = () => false

/** The archive with the packed bytes of the part called `spoilt` overwritten, so that inflating it fails. */
function spoil(archive: Buffer): Buffer {
  const name = archive.indexOf('spoilt')
  return archive.fill(0xff, name + 6, name + 6 + 8)
}
const tooLarge = { problem: 'too-large' }

test('a broken part is an error when it is inflated', async () => {
  await expect(unzip(spoil(zip({ spoilt: blank(100) })), all)).rejects.toMatchObject({ problem: 'validation-failed' })
})

test('the wanted parts are unpacked up to their limit, whatever size is claimed', async () => {
  await expect(unzip(zip({ a: blank(100), b: blank(100) }), all, limits)).resolves.toHaveProperty('size', 2)
  for (const archive of [zip({ a: blank(201) }), zip({ a: blank(100), b: blank(101) })]) {
    await expect(unzip(archive, all, limits)).rejects.toMatchObject(tooLarge)
    await expect(unzip(withClaimedSize(archive, 1000), all, limits)).rejects.toMatchObject(tooLarge)
  }
})

test('all parts are unpacked up to their limit; unwanted ones are dropped', async () => {
  await expect(unzip(zip({ a: blank(500), b: blank(500) }), none, limits)).resolves.toHaveProperty('size', 0)
  await expect(unzip(zip({ a: blank(500), b: blank(501) }), none, limits)).rejects.toMatchObject(tooLarge)
})

test('nothing is inflated after the limit', async () => {
  await expect(unzip(spoil(zip({ a: blank(1001), spoilt: blank(1) })), none, limits)).rejects.toMatchObject(tooLarge)
})

test('too many parts are refused before any is inflated', async () => {
  const parts = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`p${n}`, '']))
  await expect(unzip(spoil(zip({ spoilt: blank(1), ...parts })), none)).rejects.toMatchObject(tooLarge)
})
