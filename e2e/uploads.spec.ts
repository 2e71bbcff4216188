/** Uploads: few clicks, and the tray. */

import { findViolations, showColors } from './axe.ts'
import { countEffort } from './effort.ts'
import { demo, freshPage, returning, signIn } from './people.ts'
import { gate, home, inParts, MiB, newTrainer, recording, stored, tray } from './recordings.ts'
import { expect, test } from './test.ts'

test('from the dashboard, a lecture is in its week after six clicks, and the page may be left during the upload', async ({
  browser,
}, info) => {
  const [page, email] = [await freshPage(browser), await newTrainer()]
  const mine = await home('Six clicks', { email, week: 3, weekCount: 10 })
  await signIn(page, email)
  await expect(page).toHaveURL('/')
  const { path, hash } = await recording(info, 'Axes that lie.webm', inParts)
  const effort = countEffort(page)
  let loads = 0
  page.on('load', () => void loads++)
  const line = await gate(page, 1)
  await effort.click(page.getByRole('button', { name: 'Add media to Six clicks' }))
  await effort.click(page.getByRole('menuitem', { name: 'Week 3' }))
  await effort.chooseStoredFile(page.getByRole('button', { name: 'Choose recordings' }), page.locator('input[type=file]'), path)
  await expect(page.getByLabel('Title')).toHaveValue('Axes that lie')
  await effort.click(page.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page).toHaveURL(new RegExp(`/week/${mine.week}$`))
  console.log(`a lecture on its week: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(6)
  expect(loads).toBeLessThanOrEqual(2)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Attendance' }).click()
  await expect(tray(page).getByRole('progressbar', { name: 'Upload of Axes that lie.webm' })).toBeVisible()
  await line.free()
  await expect(page.getByText('Axes that lie is in week 3')).toBeVisible({ timeout: 30_000 })
  await tray(page).getByRole('link', { name: 'In week 3' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Axes that lie' })).toBeVisible()
  expect(await stored(mine)).toMatchObject([{ title: 'Axes that lie', hash, thumbnail: expect.stringContaining('image/') }])
})

test('the tray has no axe violations, and fits 320 px', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Tray')]
  const [{ path }, small] = await Promise.all([
    recording(info, 'a rather long name of a lecture that nobody shortened.webm', inParts),
    recording(info, 'b.webm', MiB),
  ])
  // The week shows them as rows, too.
  const tray = page.getByRole('region', { name: 'Uploads' })
  await page.goto(mine.addMedia)
  await gate(page, 1)
  await page.locator('input[type=file]').setInputFiles([path, small.path])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Publish 2 recordings' }).click()
  await tray.getByRole('button', { name: /^Pause a rather/ }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Uploads in full' }).click()
  await tray.getByRole('button', { name: /^Resume a rather/ }).click()
  await tray.getByLabel(/^The file of a rather/).setInputFiles(small.path)
  await expect(tray.getByText(/This is not the same file/)).toBeVisible()
  const inside = () =>
    tray.getByRole('button', { name: /^Cancel the upload of a rather/ }).evaluate((button) => button.getBoundingClientRect().right)
  expect(await inside()).toBeLessThan(320)
  expect(await findViolations(page)).toEqual([])
  await showColors(page, 'dark')
  expect(await findViolations(page, { only: ['color-contrast'] })).toEqual([])
})
