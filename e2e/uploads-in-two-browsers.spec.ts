/** The same recording sent from two browsers, or two tabs, at once: both get it, and neither ends the other. */
import type { Page } from '@playwright/test'
import { demo, returning } from './people.ts'
import { countParts, gate, home, MiB, recording, slow, stored } from './recordings.ts'
import { expect, test } from './test.ts'

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click()

test('two browsers with the same file at once: both get it, and what arrived is not sent a second time', async ({ browser }, info) => {
  const [one, other] = [await returning(browser, demo.trainer), await returning(browser, demo.trainer)]
  const [mine, theirs] = [await home('Both, first'), await home('Both, second')]
  const { path, hash } = await recording(info, 'both at once.webm', 64 * MiB)
  const [sentHere, sentThere] = [countParts(one), countParts(other)]
  await one.goto(mine.addMedia)
  await slow(one, 4 * MiB)
  await one.locator('input[type=file]').setInputFiles(path)
  await publish(one)
  await expect.poll(() => sentHere.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1)
  const before = [...sentHere.arrived]
  await other.goto(theirs.addMedia)
  await slow(other, 8 * MiB)
  await other.locator('input[type=file]').setInputFiles(path)
  await publish(other)
  await expect(other.getByText('Both at once is in week 1')).toBeVisible({ timeout: 60_000 })
  await expect(one.getByText('Both at once is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(sentThere.begun.filter((part) => before.includes(part))).toEqual([])
  const whole = [...sentHere.arrived, ...sentThere.arrived]
  expect(new Set(whole).size).toBe(whole.length)
  expect([await stored(mine), await stored(theirs)]).toMatchObject([[{ hash }], [{ hash }]])
  await Promise.all([one.context().close(), other.context().close()])
})

test('who cancels in one browser makes the other begin again, and it arrives', async ({ browser }, info) => {
  const [one, other] = [await returning(browser, demo.trainer), await returning(browser, demo.trainer)]
  const [mine, theirs] = [await home('Cancelled, first'), await home('Cancelled, second')]
  const { path, hash } = await recording(info, 'cancelled there.webm', 48 * MiB)
  const [here, there] = [countParts(one), countParts(other)]
  await one.goto(mine.addMedia)
  // Slow enough that little of it has left when the other one cancels: more than two parts would ask first.
  const line = await slow(one, MiB / 4)
  await one.locator('input[type=file]').setInputFiles(path)
  await publish(one)
  await expect.poll(() => here.begun.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await other.goto(theirs.addMedia)
  await slow(other, MiB / 4)
  await other.locator('input[type=file]').setInputFiles(path)
  await expect.poll(() => there.begun.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await other.getByRole('button', { name: 'Cancel the upload of cancelled there.webm' }).click()
  await expect(other.getByRole('group', { name: 'cancelled there.webm' })).toHaveCount(0)
  await line.free()
  await expect(one.getByText('Cancelled there is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash }])
  expect(await stored(theirs)).toEqual([])
  await Promise.all([one.context().close(), other.context().close()])
})

test('a second tab of the same browser sends a file of its own: it does not take what is on its way in the first', async ({
  browser,
}, info) => {
  const page = await returning(browser, demo.trainer)
  const [mine, theirs] = [await home('Tabs, first'), await home('Tabs, second')]
  const { path, hash } = await recording(info, 'two tabs.webm', 32 * MiB)
  const sent = countParts(page)
  await page.goto(mine.addMedia)
  const line = await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
  await expect.poll(() => sent.begun.length, { timeout: 30_000 }).toBeGreaterThan(0)
  const second = await page.context().newPage()
  const begun = second.waitForRequest((request) => request.url().endsWith('/multipart/init'))
  await second.goto(theirs.addMedia)
  await second.locator('input[type=file]').setInputFiles(path)
  await publish(second)
  await begun
  await expect(second.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  await line.free()
  await expect(page.getByText('Two tabs is in week 1')).toBeVisible({ timeout: 60_000 })
  expect([await stored(mine), await stored(theirs)]).toMatchObject([[{ hash }], [{ hash }]])
  await page.context().close()
})
