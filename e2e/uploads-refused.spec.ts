/** Files that are no recordings: rejected before the upload if the browser can detect it, otherwise by the server. */
import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { demo, returning } from './people.ts'
import { countParts, home, lecture, mediaOf, MiB, publish, recording, stored, tray } from './recordings.ts'
import { expect, test } from './test.ts'

/** The file sent under that name starts with other bytes than the chosen one, which the browser cannot detect. */
const spoil = (page: Page, part: string | null, size: number) =>
  page.route(/\/files\/video\//, (route) => {
    const isIt = route.request().method() === 'PUT' && new URL(route.request().url()).searchParams.get('part') === part
    return isIt ? route.continue({ postData: Buffer.alloc(size, 65) }) : route.continue()
  })

test('a file that is not a recording is refused at once, and nothing of it is sent', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('No recording')]
  const path = info.outputPath('fake.mp4')
  await writeFile(path, randomBytes(20 * MiB))
  const parts = countParts(page)
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText('fake.mp4 is not what its name says: no mp4.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'New recordings' })).toHaveCount(0)
  expect(parts.started).toEqual([])
  await page.context().close()
})

test('a file that the server rejects is neither retried nor published, and “Publish” says which one it is', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Refused')]
  const { path } = await recording(info, 'broken.webm', 20 * MiB)
  await spoil(page, '1', 8 * MiB)
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(path)
  const row = page.getByRole('group', { name: 'broken.webm' })
  await expect(row).toContainText('Refused. The file is not what its name says: no webm. It was removed.', { timeout: 60_000 })
  await expect(row).not.toContainText('%')
  await expect(page.getByRole('button', { name: 'Try broken.webm again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('alert').getByText('broken.webm was refused.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${mine.addMedia}$`))
  expect(await findViolations(page)).toEqual([])

  await page.getByLabel('Choose more').setInputFiles(lecture)
  await expect(page.getByRole('group', { name: 'lecture.webm' })).toContainText('Uploaded')
  await publish(page)
  await expect(page.getByText('Lecture is in week 1')).toBeVisible()
  await expect(page.getByRole('alert').getByText('broken.webm was refused.')).toBeVisible()
  await page.reload()
  await expect(row).toContainText('Refused.')
  await page.getByRole('button', { name: 'Take broken.webm off the list' }).click()
  await expect(row).toHaveCount(0)
  expect(await stored(mine)).toMatchObject([{ title: 'Lecture' }])
  await page.context().close()
})

test('a small file that turns out not to be a recording when it is published is refused, and is added to no week', async ({ browser }) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Refused late')]
  await spoil(page, null, (await stat(lecture)).size)
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(lecture)
  await expect(page.getByRole('group', { name: 'lecture.webm' })).toContainText('Uploaded')
  await publish(page)
  const row = tray(page).getByRole('group', { name: 'lecture.webm' })
  await expect(row).toContainText('Refused. The file is not what its name says: no webm. It was removed.')
  await expect(page.getByRole('heading', { name: '1 upload refused' })).toBeVisible()
  expect(await stored(mine)).toEqual([])
  await page.context().close()
})

test('a refused file replaces nothing: the earlier one stays, and another can be chosen', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Refused instead')]
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(lecture)
  await publish(page)
  await expect(page.getByText('Lecture is in week 1')).toBeVisible()
  const [before] = await stored(mine)
  const [item] = await mediaOf(mine)
  const [bad, good] = await Promise.all([recording(info, 'bad.webm', 20 * MiB), recording(info, 'good.webm', 20 * MiB)])
  await spoil(page, '1', 8 * MiB)
  await page.goto(`/courses/${mine.course}/weeks/${mine.week}/media/${item!.id}/edit`)
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Choose a recording').setInputFiles(bad.path)
  await expect(page.getByRole('group', { name: 'bad.webm' })).toContainText('Refused.', { timeout: 60_000 })
  expect(await stored(mine)).toEqual([before])
  expect(await findViolations(page)).toEqual([])
  await page.unroute(/\/files\/video\//)
  await page.getByLabel('Choose a recording').setInputFiles(good.path)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Lecture has its new file')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ hash: good.hash }])
  await page.context().close()
})

test('a finished file that is in no week is deleted only after a confirmation, however small', async ({ browser }) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Deleted')]
  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(lecture)
  const row = page.getByRole('group', { name: 'lecture.webm' })
  await expect(row).toContainText('Uploaded')
  await row.getByRole('button', { name: 'Delete lecture.webm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the file' }).click()
  await expect(row).toContainText('Uploaded')
  await row.getByRole('button', { name: 'Delete lecture.webm' }).click()
  const deleted = page.waitForResponse((response) => response.url().includes('/delete-file'))
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the file' }).click()
  expect((await deleted).ok()).toBe(true)
  await expect(row).toHaveCount(0)
  await page.context().close()
})
