/** A trainer finds missing students and emails them; one of them unsubscribes by the link in the email. */

import { countEffort } from './effort.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

test('students who have not submitted get an email within five clicks from the first page; a reader unsubscribes', async ({ browser }) => {
  const trainer = await clientFor(demo.trainer)
  const { items } = await trainer.courses.listMyCourses({ query: { search: 'Data Journalism' } })
  const courseId = items[0]!.id
  const subject = `Your chart critique ${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.trainer)

  await test.step('find and write', async () => {
    const effort = countEffort(page)
    await effort.click(page.getByRole('link', { name: 'Week 5 chart critique' }).first())
    await effort.click(page.getByRole('link', { name: /^Missing/ }))
    await effort.click(page.getByRole('button', { name: /^Write to these \d+/ }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Subject').fill(subject)
    await dialog.getByLabel('Message').click()
    await page.keyboard.type('Hello {{name}}, I have not received it yet.')
    await expect(dialog.locator('mark').first()).toBeVisible()
    await dialog.locator('input[type="file"]').setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer: onePixel })
    // In the editor and in the preview.
    const pictures = dialog.locator('img[data-key]')
    const inPreview = pictures.last()
    await expect.poll(() => inPreview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await expect(pictures).toHaveCount(2)
    await effort.click(dialog.getByRole('button', { name: /^Send to \d+ students?$/ }))
    await expect(page.getByText(/^Sending to/)).toBeVisible()
    expect(effort.clicks).toBeLessThanOrEqual(5)
  })

  await test.step('undo brings the draft back, and it is sent once', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Subject')).toHaveValue(subject)
    await dialog.getByRole('button', { name: /^Send to/ }).click()
    await page.goto(`/courses/course/${courseId}/emails`)
    await expect(page.getByRole('region', { name: subject })).toBeVisible()
    await expect(page.getByRole('link', { name: subject })).toHaveCount(1)
    await expect(page.getByRole('listitem').filter({ hasText: subject })).toContainText(/\d+ sent/, { timeout: 30_000 })
  })

  await test.step('a reader unsubscribes with the link in an email; only opening it changes nothing', async () => {
    const outbox = await page.context().newPage()
    await outbox.goto('/outbox')
    await outbox.getByRole('link', { name: subject }).first().click()
    await expect(outbox.locator('body')).toContainText('[Picture]')
    const link = /https?:\/\/\S+\/auth\/unsubscribe\?token=[\w-]{64}/.exec(await outbox.locator('body').innerText())![0]
    const stranger = await browser.newPage()
    await stranger.goto(new URL(new URL(link).pathname + new URL(link).search, page.url()).href)
    await stranger.getByRole('button', { name: 'Stop emails from Data Journalism' }).click()
    await expect(stranger.getByRole('heading', { name: 'Emails stopped' })).toBeVisible()
    await stranger.getByRole('button', { name: 'Get emails again' }).click()
    await expect(stranger.getByRole('heading', { name: 'Stop emails from this course?' })).toBeVisible()
  })
})
