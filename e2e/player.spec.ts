/** Watching a recording: its first bytes, its position on any device, shortcuts, and an expiring URL. */

import type { Locator, Page } from '@playwright/test'
import { countEffort } from './effort.ts'
import { returning, signedIn } from './people.ts'
import { watchingSaved } from './recordings.ts'
import { expect, test } from './test.ts'
import { videoCourse } from './video-course.ts'

const videoOf = (page: Page): Locator => page.locator('video')
const placeOf = (video: Locator): Promise<number> => video.evaluate((element: HTMLVideoElement) => element.currentTime)
const isPaused = (video: Locator): Promise<boolean> => video.evaluate((element: HTMLVideoElement) => element.paused)
const goTo = (video: Locator, seconds: number): Promise<void> =>
  video.evaluate((element: HTMLVideoElement, to) => void (element.currentTime = to), seconds)

async function watchAt(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  return videoOf(page)
}

test('the page requests its course and media item in parallel with its code, each only once, and the video before the controls', async ({
  browser,
}) => {
  const { path, student, courseId, mediaId } = await videoCourse()
  const page = await returning(browser, student)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // The code is late: everything that does not wait for it has been requested by then.
  const isHeld = Promise.withResolvers<void>()
  await page.route(/media-screen-.*\.js$/, async (route) => {
    await isHeld.promise
    await route.continue()
  })
  const calls = [`/api/courses/${courseId}`, `/api/media/course/${courseId}/${mediaId}`]
  const countsOf = () => calls.map((call) => asked.filter((pathname) => pathname === call).length)
  await page.goto(path, { waitUntil: 'commit' })
  await expect.poll(countsOf).toEqual([1, 1])
  isHeld.resolve()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(countsOf()).toEqual([1, 1])
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(2)
  const first = asked.findIndex((pathname) => pathname.endsWith('.webm'))
  const code = asked.findIndex((pathname) => /player-controls-.*\.js$/.test(pathname))
  expect(first).toBeGreaterThan(-1)
  expect(code).toBeGreaterThan(first)
  expect(asked.some((pathname) => pathname.includes('hls'))).toBe(false)
})

test('a half-watched video resumes on another device, in two clicks from the first page', async ({ browser }) => {
  const { path, student, title } = await videoCourse()
  const desk = await returning(browser, student)
  const video = await watchAt(desk, path)
  await goTo(video, 18)
  await desk.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => placeOf(video)).toBeGreaterThan(21)
  const saved = watchingSaved(desk)
  await desk.getByRole('button', { name: 'Pause', exact: true }).click()
  await saved
  const left = await placeOf(video)
  await desk.context().close()

  const sofa = await signedIn(browser, student)
  await expect(sofa.getByRole('heading', { name: title })).toBeVisible()
  const effort = countEffort(sofa)
  await effort.click(sofa.getByRole('link', { name: /^Resume at 0:\d\d$/ }))
  await expect(sofa.getByText(/Resumed at 0:\d\d/)).toBeVisible()
  const again = videoOf(sofa)
  expect(await isPaused(again)).toBe(true)
  await expect.poll(async () => Math.abs((await placeOf(again)) - left)).toBeLessThan(5)
  await effort.click(sofa.getByRole('button', { name: 'Play', exact: true }))
  await expect.poll(() => placeOf(again)).toBeGreaterThan(left + 1)
  expect([effort.clicks <= 2, effort.keys]).toEqual([true, 0])

  await sofa.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => placeOf(again)).toBeLessThan(15)
  await expect(sofa.getByText(/Resumed at/)).toBeHidden()
})

test('shortcuts of the player only work while it has the focus', async ({ browser }) => {
  const { path, student } = await videoCourse()
  const page = await returning(browser, student)
  const video = await watchAt(page, path)
  await page.getByRole('heading', { level: 1 }).click()
  for (const key of ['k', 'l', 'm', 'f', '5', '>']) await page.keyboard.press(key)
  expect([await placeOf(video), await isPaused(video)]).toEqual([0, true])

  const slider = page.getByRole('slider', { name: 'Place in the video' })
  await slider.focus()
  await expect(slider).toHaveAttribute('aria-valuetext', '0 seconds of 48 seconds')
  await page.keyboard.press('l')
  await expect(slider).toHaveAttribute('aria-valuetext', '10 seconds of 48 seconds')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '15 seconds of 48 seconds')
  await page.keyboard.press('j')
  expect(await placeOf(video)).toBe(5)
  await page.keyboard.press('5')
  expect(await placeOf(video)).toBeCloseTo(24, 0)
  await page.keyboard.press('Home')
  expect(await placeOf(video)).toBe(0)
  await page.keyboard.press('>')
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
  await expect(page.getByText('Speed 1.25×')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await video.evaluate((element: HTMLVideoElement) => element.volume)).toBeCloseTo(0.95)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Turn sound on' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('button', { name: 'Captions: off' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys of the player' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await slider.focus()
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(video)).toBe(false)
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('f')

  await watchAt(page, path)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.25)
  await expect(page.getByRole('button', { name: 'Captions: off' })).toBeVisible()
})

test('an expired URL is renewed in the background, and the video continues from the same position', async ({ browser }) => {
  const { path, student } = await videoCourse()
  const page = await returning(browser, student)
  let asked = 0
  await page.route('**/api/media/course/**', async (route) => {
    const answer = await route.fetch()
    const media = await answer.json()
    asked += 1
    // The first URL is valid for the first half of the file, and for nothing after it has expired.
    await route.fulfill({ json: asked === 1 ? { ...media, playbackUrl: `/ending?${media.playbackUrl}` } : media })
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  await page.route('**/ending?**', async (route) => {
    const real = new URL(route.request().url()).search.slice(1)
    const { range = 'bytes=0-' } = route.request().headers()
    const from = Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0)
    if (from > 0) {
      await ended
      return route.fulfill({ status: 403, body: '' })
    }
    const whole = await (await page.request.get(real)).body()
    const half = whole.subarray(0, Math.floor(whole.length / 2))
    return route.fulfill({
      status: 206,
      headers: { 'content-type': 'video/webm', 'accept-ranges': 'bytes', 'content-range': `bytes 0-${half.length - 1}/${whole.length}` },
      body: half,
    })
  })
  const video = await watchAt(page, path)
  // The position where the URL failed, and the one where it continued.
  const placesOfFailure = video.evaluate(
    (player: HTMLVideoElement) =>
      new Promise<number[]>((resolve) => {
        const place = (event: string) =>
          new Promise<number>((tell) => player.addEventListener(event, () => tell(player.currentTime), { once: true }))
        void place('error').then(async (failed) => resolve([failed, await place('playing')]))
      }),
  )
  await goTo(video, 8)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => placeOf(video)).toBeGreaterThan(9)
  expect(asked).toBe(1)
  end()
  const [failed, wentOn] = await placesOfFailure
  expect(failed).toBeGreaterThan(9)
  expect(Math.abs(wentOn! - failed!)).toBeLessThan(1)
  await expect.poll(() => placeOf(video)).toBeGreaterThan(wentOn! + 2)
  expect(await isPaused(video)).toBe(false)
  expect(asked).toBe(2)
  await expect(page.getByText('The video does not play here')).toBeHidden()
})
