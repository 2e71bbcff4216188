import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchDiskSpace } from '#db/embedded/disk-space.ts'

async function watch(leastOf: (free: number) => number) {
  const folder = await mkdtemp(join(tmpdir(), 'lms-space-'))
  const { bavail, bsize } = await statfs(folder)
  const space = await watchDiskSpace(folder, leastOf(bavail * bsize))
  onTestFinished(async () => {
    space.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { space, reserve: join(folder, 'reserve') }
}

test('with enough space nothing is low, and a reserve is created that can be released', async () => {
  const { space, reserve } = await watch(() => 1024)
  expect(space.isLow()).toBe(false)
  await expect.poll(() => existsSync(reserve) && statSync(reserve).size).toBe(64 * 1024 * 1024)
  space.giveUpReserve()
  expect(existsSync(reserve)).toBe(false)
})

test('what is written counts at once, until space is measured again', async () => {
  const { space } = await watch(() => 1024)
  expect(space.hasRoom(1)).toBe(true)
  space.use(Number.MAX_SAFE_INTEGER)
  expect(space.isLow()).toBe(true)
  await expect.poll(() => space.isLow()).toBe(false)
})

test('below the limit space is low, and no reserve is created', async () => {
  const { space, reserve } = await watch((free) => free + 1024 ** 3)
  expect(space.isLow()).toBe(true)
  expect(existsSync(reserve)).toBe(false)
})

test('the size of a missing reserve is subtracted, so that its space stays free once it is released', async () => {
  const { space } = await watch((free) => free - 32 * 1024 * 1024)
  expect(space.isLow()).toBe(true)
})
