/** The library as an admin keeps it: a recording goes up through it, is found without captions, looked at, and what others left unfinished is given up. */
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { demo, password, signedIn } from './people.ts'

const lecture = join(import.meta.dirname, 'lecture.webm')

test.use({ actionTimeout: 30_000 })

async function callsOf(page: Page, email: string) {
  const { token } = (await (await page.request.post('/api/auth/login', { data: { email, password } })).json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  return async (url: string, data: object) => (await (await page.request.post(url, { headers, data })).json()) as { id: string }
}

test('an admin uploads through the library, finds what lacks captions, and cleans up after others', async ({ browser }) => {
  const page = await signedIn(browser, demo.admin)
  const title = `Library ${Date.now().toString(36)}`
  const asAdmin = await callsOf(page, demo.admin)
  await asAdmin('/api/courses', { title, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 2 })
  const asTrainer = await callsOf(page, demo.trainer)
  await asTrainer('/api/aws/multipart/init', { fileType: 'video/mp4', fileName: `${title}.mp4`, size: 50_000_000 })

  await page.goto('/media/all-media?page=1')
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
  await expect(cancel.or(unfinished.getByRole('button', { name: 'Show all' })).first()).toBeVisible()
  if (!(await cancel.isVisible())) await unfinished.getByRole('button', { name: 'Show all' }).click()
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations).toEqual([])
  await cancel.click()
  await page.getByRole('button', { name: 'Cancel the upload', exact: true }).click()
  await expect(cancel).toBeHidden()

  await tile.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Replace the recording' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit recording' })).toBeVisible()
  await expect(page.getByLabel('Choose a recording')).toBeAttached()
})
