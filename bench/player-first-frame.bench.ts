/**
 * The first frame of a recording: from requesting its page with an empty cache until the browser has a picture to show, over
 * loopback, on what `npm start` runs. The median of seven visits of one signed-in student: 1.5 s at most. In each visit the video's
 * first bytes must be requested before the code of the player's controls. The same video on a page with nothing else shows how much
 * of the time is due to browser and machine.
 */

import { loadavg } from 'node:os'
import { chromium, type BrowserContextOptions } from '@playwright/test'
import { signedIn } from '../e2e/people.ts'
import { launchProduct } from '../e2e/product.ts'
import { videoCourse } from '../e2e/video-course.ts'
import { findBrowser } from '../tools/browser.mjs'

/** Milliseconds. */
const limit = 1500
const rounds = 7

const found = await findBrowser(process.execPath)
const product = await launchProduct()
process.env.BASE_URL = product.url
const browser = await chromium.launch({ executablePath: found.fullPath ?? found.path, args: found.args })
try {
  const { path, student } = await videoCourse()
  const storageState = await (await signedIn(browser, student)).context().storageState()
  const visits: Visit[] = []
  for (let round = 0; round <= rounds; round++) {
    const visit = await visitPage({ storageState, baseURL: product.url }, path)
    // The first visit warms up the server.
    if (round === 0) continue
    visits.push(visit)
    const order = visit.isFirst ? 'before' : 'AFTER'
    console.log(`round ${round}: ${ms(visit.bare)} on a bare page, ${ms(visit.shown)} on ours; bytes asked for ${order} the player's code`)
  }
  const [median, floor] = [medianOf(visits.map(({ shown }) => shown)), medianOf(visits.map(({ bare }) => bare))]
  const isWithin = median <= limit && visits.every(({ isFirst }) => isFirst)
  const load = loadavg()[0]!.toFixed(1)
  console.log(
    `player-first-frame: ${ms(median)}, bare page ${ms(floor)}, load ${load}, limit ${ms(limit)}: ${isWithin ? 'within the limits' : 'OVER'}`,
  )
  process.exitCode = isWithin ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
}

interface Visit {
  /** Milliseconds after the page was requested. */
  shown: number
  /** The same for the bare page. */
  bare: number
  isFirst: boolean
}

/** A visit with an empty cache. The time is that of the browser's report of a frame, not of an event that may come before it. */
async function visitPage(options: BrowserContextOptions, path: string): Promise<Visit> {
  const context = await browser.newContext({ ...options, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  await page.addInitScript(() => {
    const listen = ({ target }: Event) =>
      void (target instanceof HTMLVideoElement && target.requestVideoFrameCallback(() => performance.mark('first frame')))
    document.addEventListener('loadstart', listen, { capture: true, once: true })
  })
  const firstFrame = async (address: string): Promise<number> => {
    await page.goto(address)
    const mark = await page.waitForFunction(() => performance.getEntriesByName('first frame')[0]?.startTime)
    return Number(await mark.jsonValue())
  }
  const shown = await firstFrame(path)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  const bytes = asked.findIndex(({ pathname }) => pathname.endsWith('.webm'))
  const code = asked.findIndex(({ pathname }) => /player-controls-.*\.js$/.test(pathname))
  const isFirst = bytes >= 0 && bytes < code
  // A different path, so that nothing comes from the cache.
  const body = `<video muted preload="metadata" src="${asked[bytes]?.href.replaceAll('&', '&amp;')}&amp;bare"></video>`
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  const bare = await firstFrame('/bare')
  await context.close()
  return { shown, bare, isFirst }
}

function medianOf(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`
}
