/** What is unpacked of an archive and what is not: a part that cannot be inflated shows whether it was attempted. */
import { expect, test } from 'vitest'
import { withClaimedSize, zip } from '#test/zip.ts'
import { unzip } from '#modules/users/import/unzip.ts'

const MB = 1024 * 1024
const blank = (size: number) => Buffer.alloc(size * MB, 0x20)
const all = () => true
const none = () => false

/** The archive with the packed bytes of the part called `spoilt` overwritten, so that inflating it fails. */
function spoil(archive: Buffer): Buffer {
  const name = archive.indexOf('spoilt')
  return archive.fill(0xff, name + 6, name + 6 + 8)
}
const tooLarge = { problem: 'too-large' }

test('a broken part is an error when it is inflated', async () => {
  await expect(unzip(spoil(zip({ spoilt: blank(1) })), all)).rejects.toMatchObject({ problem: 'validation-failed' })
})

test('at most 20 MB of the wanted parts are unpacked, whatever size is claimed', async () => {
  await expect(unzip(zip({ a: blank(10), b: blank(9) }), all)).resolves.toHaveProperty('size', 2)
  for (const archive of [zip({ a: blank(21) }), zip({ a: blank(10), b: blank(11) })]) {
    await expect(unzip(archive, all)).rejects.toMatchObject(tooLarge)
    await expect(unzip(withClaimedSize(archive, 1000), all)).rejects.toMatchObject(tooLarge)
  }
})

test('at most 100 MB of all parts are unpacked; unwanted ones are dropped', async () => {
  await expect(unzip(zip({ a: blank(45), b: blank(45) }), none)).resolves.toHaveProperty('size', 0)
  await expect(unzip(zip({ a: blank(60), b: blank(60) }), none)).rejects.toMatchObject(tooLarge)
})

test('nothing is inflated after the limit', async () => {
  await expect(unzip(spoil(zip({ a: blank(101), spoilt: blank(1) })), none)).rejects.toMatchObject(tooLarge)
})

test('too many parts are refused before any is inflated', async () => {
  const parts = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`p${n}`, '']))
  await expect(unzip(spoil(zip({ spoilt: blank(1), ...parts })), none)).rejects.toMatchObject(tooLarge)
})
