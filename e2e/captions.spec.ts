/** A trainer adds captions and a file to a recording: SRT becomes WebVTT in the browser; errors name the line. */

import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'
import { videoCourse } from './video-course.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const srt = '1\n00:00:00,000 --> 00:00:09,000\nErste Worte\n\n2\n00:00:09,000 --> 00:00:40,000\nÜber Raten & Zahlen\n'

test('captions are added, named, chosen and shown, and a file is attached', async ({ browser }) => {
  const { path, courseId, weekId, mediaId, trainer } = await videoCourse()
  // Neither language of this video, so that its default is shown; the account keeps what is chosen below.
  await trainer.users.updateMe({ body: { preferences: { captions: 'fr' } } })
  const page = await signedIn(browser, demo.trainer, `/courses/${courseId}/weeks/${weekId}/media/${mediaId}/edit#captions`)
  const field = page.locator('#captions')
  await expect(field).toBeFocused()
  const choose = field.locator('input[type=file]')
  await choose.setInputFiles(file('talk.de.srt', srt.replace('00:00:40,000', 'later')))
  await expect(field.getByText('talk.de.srt was not accepted. Line 6: “later” is no time such as 00:01:02.500.')).toBeVisible()

  await choose.setInputFiles(file('talk.de.srt', srt))
  await expect(field.getByRole('textbox', { name: 'Name in the menu' }).nth(1)).toHaveValue('Deutsch')
  await expect(field.getByRole('combobox', { name: 'Language' }).nth(1)).toHaveValue('de')
  await field.getByRole('radio', { name: 'Shown by default' }).nth(1).check()
  const handout = { name: 'Handout.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await page.locator('#attachments input[type=file]').setInputFiles(handout)
  await expect(page.getByRole('button', { name: 'Remove Handout.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/is saved$/)).toBeVisible()
  const { captions } = await trainer.media.getMedia({ params: { courseId, id: mediaId } })
  expect(captions.map((caption) => [caption.language, caption.label, caption.default])).toEqual([
    ['en', 'English', false],
    ['de', 'Deutsch', true],
  ])

  await page.goto(path)
  await page.getByRole('tab', { name: 'Trainer notes' }).click()
  await expect(page.getByRole('link', { name: 'Handout.pdf' })).toBeVisible()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  // Before anything is played, the player shows no captions.
  await page.waitForFunction(() => document.querySelector('video')!.played.length > 0)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('slider', { name: 'Place in the video' }).press('Home')
  await expect(page.locator('[class*=caption]').filter({ hasText: 'Erste Worte' })).toBeVisible()
  await page.getByRole('button', { name: 'Captions: Deutsch' }).click()
  await page.getByRole('combobox', { name: 'Captions' }).selectOption('English')
  await expect(page.locator('[class*=caption]').filter({ hasText: 'Words at 0:00' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Language of the transcript' }).selectOption('Deutsch')
  await expect(page.getByRole('list', { name: 'Transcript' }).getByText('Über Raten & Zahlen')).toBeVisible()
})
