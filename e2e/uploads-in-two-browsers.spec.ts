/** Uploads of one user in two browsers, or two tabs: each is a separate upload. */
import { utimes } from 'node:fs/promises'
import { demo, returning } from './people.ts'
import { countParts, gate, home, MiB, newTrainer, publish, recording, stored } from './recordings.ts'
import { expect, test } from './test.ts'

test('two different recordings of the same name and size, one unfinished, stay two files', async ({ browser }, info) => {
  const [one, other] = [await returning(browser, demo.trainer), await returning(browser, demo.trainer)]
  const [mine, theirs] = [await home('Same name, first'), await home('Same name, second')]
  const first = await recording(info, 'monday/meeting.webm', 40 * MiB)
  const second = await recording(info, 'tuesday/meeting.webm', 40 * MiB)
  const sent = countParts(one)
  await one.goto(mine.addMedia)
  const line = await gate(one, 2)
  await one.locator('input[type=file]').setInputFiles(first.path)
  await publish(one)
  await expect.poll(() => sent.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1)
  // Its date is before the first upload started, as that of a file copied from a camera.
  await utimes(second.path, 1_700_000_000, 1_700_000_000)
  await other.goto(theirs.addMedia)
  await other.locator('input[type=file]').setInputFiles(second.path)
  await publish(other)
  await expect(other.getByText('Meeting is in week 1')).toBeVisible({ timeout: 60_000 })
  await line.free()
  await expect(one.getByText('Meeting is in week 1')).toBeVisible({ timeout: 60_000 })
  expect([await stored(mine), await stored(theirs)]).toMatchObject([[{ hash: first.hash }], [{ hash: second.hash }]])
  await Promise.all([one.context().close(), other.context().close()])
})

test('an upload discarded in another browser starts again in the one that has the file, and completes', async ({ browser }, info) => {
  const email = await newTrainer()
  const [one, other] = [await returning(browser, email), await returning(browser, email)]
  const [mine, theirs] = [await home('Discarded, first', { email }), await home('Discarded, second', { email })]
  const { path, hash } = await recording(info, 'discarded there.webm', 48 * MiB)
  const here = countParts(one)
  await one.goto(mine.addMedia)
  const line = await gate(one, 1)
  await one.locator('input[type=file]').setInputFiles(path)
  await publish(one)
  await expect.poll(() => here.arrived.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await other.goto(theirs.addMedia)
  await expect(other.getByText(/^Started in another browser/)).toBeVisible()
  await other.getByRole('button', { name: 'Discard the upload of discarded there.webm' }).click()
  await other.getByRole('button', { name: 'Discard upload' }).click()
  await expect(other.getByText(/^Started in another browser/)).toHaveCount(0)
  await line.free()
  await expect(one.getByText('Discarded there is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
  await Promise.all([one.context().close(), other.context().close()])
})

test('a second tab of the same browser uploads its own file: it does not take over the upload of the first', async ({ browser }, info) => {
  const page = await returning(browser, demo.trainer)
  const [mine, theirs] = [await home('Tabs, first'), await home('Tabs, second')]
  const { path, hash } = await recording(info, 'two tabs.webm', 32 * MiB)
  const sent = countParts(page)
  await page.goto(mine.addMedia)
  const line = await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
  await expect.poll(() => sent.started.length, { timeout: 30_000 }).toBeGreaterThan(0)
  const second = await page.context().newPage()
  const started = second.waitForRequest((request) => request.url().endsWith('/multipart/init'))
  await second.goto(theirs.addMedia)
  await second.locator('input[type=file]').setInputFiles(path)
  await publish(second)
  await started
  await expect(second.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  await line.free()
  await expect(page.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  expect([await stored(mine), await stored(theirs)]).toMatchObject([[{ hash }], [{ hash }]])
  await page.context().close()
})
