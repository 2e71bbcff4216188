/** The library of an admin: uploading a recording, finding it without captions, previewing it, and discarding unfinished uploads of others. */

import { findViolations } from './axe.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { lecture } from './recordings.ts'
import { expect, test } from './test.ts'

test('an admin uploads through the library, finds recordings without captions, and discards unfinished uploads of others', async ({
  browser,
}) => {
  const title = `Library ${Date.now().toString(36)}`
  const [admin, trainer] = [await clientFor(demo.admin), await clientFor(demo.trainer)]
  await admin.courses.createCourse({ body: { title, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 2 } })
  await trainer.files.initMultipart({ body: { fileType: 'video/mp4', fileName: `${title}.mp4`, size: 50_000_000 } })

  const page = await signedIn(browser, demo.admin, '/media/all-media?page=1')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const where = page.getByRole('dialog', { name: 'Upload recordings' })
  await where.getByRole('combobox', { name: 'Course' }).fill(title)
  await where.getByRole('option', { name: title }).click()
  await where.getByLabel('Week').selectOption({ label: 'Week 1' })
  await where.getByRole('link', { name: 'Choose recordings' }).click()
  await page.getByLabel('Choose recordings').setInputFiles(lecture)
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(`${title} is in week 1`)).toBeVisible()

  await page.goto('/media/all-media?captions=missing')
  const tile = page.getByRole('list', { name: 'All media' }).getByRole('listitem').filter({ hasText: title })
  await expect(tile).toContainText(/Recording, 12 s, \d+ kB/)
  await expect(tile).toContainText(`${title}, week 1`)
  await expect(tile).toContainText('No captions')
  await expect(tile.locator('img')).toHaveJSProperty('complete', true)
  await tile.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Space')
  const look = page.getByRole('dialog', { name: title })
  await expect.poll(() => look.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(look).toBeHidden()

  const unfinished = page.getByRole('region', { name: /Unfinished uploads of others/ })
  const cancel = unfinished.getByRole('button', { name: `Cancel the upload of ${title}.mp4` })
  const all = unfinished.getByRole('button', { name: 'Show all' })
  await expect(cancel.or(all).first()).toBeVisible()
  // Other journeys start uploads at the same time, which may push it off the first page.
  if (await all.isVisible()) await all.click()
  await expect(cancel).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await cancel.click()
  await page.getByRole('button', { name: 'Cancel the upload', exact: true }).click()
  await expect(cancel).toBeHidden()

  await tile.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Replace the recording' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit recording' })).toBeVisible()
  await expect(page.getByLabel('Choose a recording')).toBeAttached()
})
