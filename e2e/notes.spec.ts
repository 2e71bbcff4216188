/** Notes on a video: written at a position, kept through reloads, searched, downloaded, and private. */

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'
import { videoCourse } from './video-course.ts'

const box = (page: Page) => page.getByRole('textbox', { name: /^Note at/ })
const place = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a note is written at a position, survives a reload, leads back there, and can be changed, deleted and restored', async ({
  browser,
}) => {
  const { path, student, courseId, mediaId, title } = await videoCourse()
  const page = await signedIn(browser, student, path)
  const slider = page.getByRole('slider', { name: 'Place in the video' })
  // The video can skip ten seconds only once its duration is known.
  await expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 48 seconds')
  await slider.focus()
  await page.keyboard.press('l')
  await page.keyboard.press('Shift+N')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Ask for the **fiscal** years')
  await expect(page.getByText('Note at 0:10')).toBeVisible()
  await page.reload()
  await expect(box(page)).toHaveValue('Ask for the **fiscal** years')
  await expect(page.getByText('Note at 0:10')).toBeVisible()

  await box(page).press('End')
  await box(page).pressSequentially(', too')
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(box(page)).toHaveValue('')
  const newest = page.getByRole('list', { name: 'Newest notes' })
  await expect(newest.getByText('Ask for the fiscal years, too')).toBeVisible()
  await expect(newest.getByText('“Words at 0:10”')).toBeVisible()

  await page.getByRole('tab', { name: 'My notes' }).click()
  const mine = page.getByRole('list', { name: 'My notes' })
  await mine.getByRole('button', { name: 'Go to 0:10' }).click()
  await expect.poll(() => place(page)).toBe(10)
  await mine.getByRole('button', { name: 'Edit the note at 0:10' }).click()
  await mine.getByRole('textbox').fill('Calendar years')
  await mine.getByRole('button', { name: 'Done' }).click()
  await expect(mine.getByText('Calendar years')).toBeVisible()

  await mine.getByRole('button', { name: 'Delete the note at 0:10' }).click()
  await expect(page.getByText('No notes yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mine.getByText('Calendar years')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as Markdown' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toBe(`# Notes: ${title}\n\n- [0:10](${process.env.BASE_URL}${path}?t=10) Calendar years\n`)

  // Contrast is measured once the message has disappeared.
  await expect(page.getByText('Note deleted')).toBeHidden()
  expect(await findViolations(page)).toEqual([])

  for (const email of [demo.trainer, demo.superAdmin]) {
    const staff = await clientFor(email)
    expect((await staff.media.listNotes({ params: { courseId, mediaId } })).total).toBe(0)
  }
})

test('text typed just before leaving is saved as one note, and trainers can write notes too', async ({ browser }) => {
  const { path, courseId, mediaId, trainer } = await videoCourse()
  const page = await signedIn(browser, demo.trainer, path)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  // The server has the note and its response is still in flight when the user returns: that once created two.
  const answered = Promise.withResolvers<void>()
  let writes = 0
  await page.route('**/api/media/notes/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    writes += 1
    const isFirst = writes === 1
    const response = await route.fetch()
    if (isFirst) await answered.promise
    return route.fulfill({ response })
  })
  await box(page).fill('Cut this part')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Courses' }).click()
  const total = async () => (await trainer.media.listNotes({ params: { courseId, mediaId } })).total
  await expect.poll(total).toBe(1)
  await page.goBack()
  await expect(box(page)).toHaveValue('Cut this part')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(box(page)).toHaveValue('')
  await expect.poll(() => writes).toBe(2)
  answered.resolve()
  expect(await total()).toBe(1)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Newest notes' }).getByText('Cut this part')).toBeVisible()
  await expect(box(page)).toHaveValue('')
})
