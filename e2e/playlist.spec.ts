/** A playlist (HLS) of another site: natively if the browser can, else by code that is loaded then. */

import type { Page } from '@playwright/test'
import { signedIn } from './people.ts'
import { expect, test } from './test.ts'
import { videoCourse } from './video-course.ts'

const site = 'https://stream.example'

/** Two and a half seconds of moving colours as fragmented MP4, created by the browser's own recorder. */
async function record(page: Page): Promise<Buffer> {
  const numbers = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
    const context = canvas.getContext('2d')!
    let turn = 0
    const painting = setInterval(() => {
      context.fillStyle = `hsl(${(turn += 7)} 80% 50%)`
      context.fillRect(0, 0, 160, 90)
    }, 40)
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4;codecs=vp9' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.start()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    recorder.stop()
    await new Promise((resolve) => recorder.addEventListener('stop', resolve))
    clearInterval(painting)
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(numbers)
}

let recorded: Promise<Buffer> | undefined
/** Shared by all journeys, since recording takes as long as it lasts. */
const recordOnce = (page: Page): Promise<Buffer> => (recorded ??= record(page))

/** The boxes of an MP4 file, each with its offset and length. */
function boxesOf(file: Buffer): { name: string; at: number; size: number }[] {
  const boxes: { name: string; at: number; size: number }[] = []
  for (let at = 0; at + 8 <= file.length; at += boxes.at(-1)!.size)
    boxes.push({ name: file.toString('latin1', at + 4, at + 8), at, size: Math.max(8, file.readUInt32BE(at)) })
  return boxes
}

async function serve(page: Page, file: Buffer): Promise<string[]> {
  const boxes = boxesOf(file)
  const media = boxes.find(({ name }) => name === 'moof')!.at
  const end = boxes.find(({ name }) => name === 'mfra')?.at ?? file.length
  const pieces: Record<string, Buffer> = { '/init.mp4': file.subarray(0, media), '/1.m4s': file.subarray(media, end) }
  const playlist = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:3',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXTINF:2.5,',
    '1.m4s',
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
  // The recorder omits the level, so the codec must be named.
  const list = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,CODECS="vp09.00.10.08"\nmedia.m3u8\n'
  const playlists: Record<string, string> = { '/talk.m3u8': list, '/media.m3u8': playlist }
  const asked: string[] = []
  await page.route(`${site}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    const headers = { 'access-control-allow-origin': '*' }
    const text = playlists[pathname]
    if (text) return route.fulfill({ headers, contentType: 'application/vnd.apple.mpegurl', body: text })
    const body = pieces[pathname]
    return body ? route.fulfill({ headers, contentType: 'video/mp4', body }) : route.fulfill({ headers, status: 404 })
  })
  return asked
}

/** A browser without native playlists. */
const withoutPlaylists = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const knows = HTMLMediaElement.prototype.canPlayType
    HTMLMediaElement.prototype.canPlayType = function canPlayType(type) {
      return type.includes('mpegurl') ? '' : knows.call(this, type)
    }
  })

const positionOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a playlist plays by our code if the browser has no support, also after one that could not be loaded', async ({ browser }) => {
  const { path, student } = await videoCourse({ url: `${site}/talk.m3u8` })
  const page = await signedIn(browser, student)
  await withoutPlaylists(page)
  let isDown = true
  const asked = await serve(page, await recordOnce(page))
  await page.route(`${site}/talk.m3u8`, (route) =>
    isDown ? route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } }) : route.fallback(),
  )
  const code: string[] = []
  page.on('request', (request) => void (/hls.*\.js/.test(request.url()) && code.push(request.url())))
  await page.goto(path)
  await expect(page.getByRole('alert').getByText('The video does not play here')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The video does not play here')).toBeHidden()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => positionOf(page)).toBeGreaterThan(1)
  expect(asked).toContain('/1.m4s')
  expect(code.length).toBeGreaterThan(0)
})

test('a playlist plays by the browser itself', async ({ browser }) => {
  const { path, student } = await videoCourse({ url: `${site}/talk.m3u8` })
  const page = await signedIn(browser, student)
  const knows = await page.evaluate(() => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '')
  test.skip(!knows, 'This browser plays no playlists natively.')
  const asked = await serve(page, await recordOnce(page))
  const code: string[] = []
  page.on('request', (request) => void (/hls.*\.js/.test(request.url()) && code.push(request.url())))
  await page.goto(path)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => positionOf(page)).toBeGreaterThan(1)
  expect(asked).toContain('/1.m4s')
  expect(code).toEqual([])
})
