/** The user’s photo, cropped by hand. */

import type { Browser, Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { password, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** The profile of a new user, so that no other journey sees this photo or scheme. */
async function newcomer(browser: Browser, name: string): Promise<{ page: Page; email: string }> {
  const email = `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.org`
  await clientOf().auth.register({ body: { name, email, password } })
  return { page: await signedIn(browser, email, '/profile'), email }
}

/** 800 × 400: the left half is red, the right half blue. A JPEG whose EXIF says “rotate a quarter to the right”, so it is red above blue. */
async function turnedPhoto(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 400
    const context = canvas.getContext('2d')!
    context.fillStyle = '#ff0000'
    context.fillRect(0, 0, 400, 400)
    context.fillStyle = '#0000ff'
    context.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1]!
  })
  const jpeg = Buffer.from(drawn, 'base64')
  // One IFD with one entry: tag 0x0112 (orientation), a short, 6.
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100060000000000000000', 'hex')
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

const colourAt = (page: Page, url: string, x: number, y: number) =>
  page.evaluate(
    async ([address, left, top]) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const [red = 0, , blue = 0] = context.getImageData(left * bitmap.width, top * bitmap.height, 1, 1).data
      return { side: [bitmap.width, bitmap.height], colour: red > blue ? 'red' : 'blue' }
    },
    [url, x, y] as const,
  )

test('a photo is cropped by keyboard, saved without its metadata, and shown at once next to the name', async ({ browser }) => {
  const { page } = await newcomer(browser, 'Noor')
  const photo = await turnedPhoto(page)
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: photo })
  const dialog = page.getByRole('dialog', { name: 'Place your photo' })
  await expect(dialog.getByRole('application')).toBeFocused()
  // Upright it is twice as high as wide, red on top; at the bottom, all is blue.
  for (let n = 0; n < 6; n++) await page.keyboard.press('Shift+ArrowDown')
  await dialog.getByRole('button', { name: 'Nearer' }).click()
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(dialog).toBeHidden()

  const mine = page.getByRole('button', { name: 'Noor' }).locator('img')
  await expect(mine).toBeVisible()
  const src = (await mine.getAttribute('src'))!
  // 400 px wide, zoomed 1.3 times.
  expect(await colourAt(page, src, 0.5, 0.02)).toEqual({ side: [308, 308], colour: 'blue' })
  const bytes = await (await page.request.get(src)).body()
  expect(bytes.includes('Exif')).toBe(false)

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(mine).toHaveCount(0)
})
