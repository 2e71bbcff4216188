/** A file that is no recording, which only the server can detect; and a file that is in no week. */

import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { demo, returning } from './people.ts'
import { home, inParts, lecture, MiB, publish, recording, stored } from './recordings.ts'
import { expect, test } from './test.ts'

/** The first part starts with other bytes than the chosen file, which the browser cannot detect. */
const spoilFirstPart = (page: Page) =>
  page.route(
    (url) => url.searchParams.get('part') === '1',
    (route) => (route.request().method() === 'PUT' ? route.continue({ postData: Buffer.alloc(8 * MiB, 65) }) : route.continue()),
  )

test('a file that the server rejects is neither retried nor published, and “Publish” says which one it is', async ({ browser }, info) => {
  const [page, mine] = [await returning(browser, demo.trainer), await home('Refused')]
  const { path } = await recording(info, 'broken.webm', inParts)
  await spoilFirstPart(page)
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
  await page.getByRole('button', { name: 'Remove broken.webm from the list' }).click()
  await expect(row).toHaveCount(0)
  expect(await stored(mine)).toMatchObject([{ title: 'Lecture' }])

  await test.step('as a replacement', async () => {
    const { media } = await mine.trainer.weeks.getWeek({ params: { courseId: mine.course, weekId: mine.week } })
    await page.goto(`${mine.addMedia}/${media[0]!.id}/edit`)
    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByLabel('Choose a recording').setInputFiles(path)
    await expect(row).toContainText('Refused.', { timeout: 60_000 })
    expect(await findViolations(page)).toEqual([])
  })
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
