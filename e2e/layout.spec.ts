/** Nothing moves while a screen loads, and rows leave enough space for their text. */
import type { Browser, Locator, Page } from '@playwright/test'
import { demo, freshPage, logIn, pageIn, returning } from './people.ts'
import { requestsOf } from './requests.ts'
import { demoIds, everybody, managing, publicScreens, teaching } from './screen-list.ts'
import { expect, test } from './test.ts'

/** As defined by web.dev/cls: the share of the window that moved, times the distance. “Good” is up to 0.1; ours is stricter. */
const mostShift = 0.02
/** Typical latency of a response in milliseconds: without it, consecutive responses look like one. */
const latency = 60
const widths = [1280, 390]

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
declare global {
  interface Window {
    shifts: number[]
  }
}

/** Opens the screen with an empty cache, and sums the layout shifts until everything is loaded. */
async function shiftOf(open: () => Promise<Page>, screen: string, width: number): Promise<number> {
  const page = await open()
  await page.setViewportSize({ width, height: 800 })
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) window.shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 })
  const requests = requestsOf(page)
  await page.goto(screen)
  await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
  await requests.done()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  // The last shifts are painted, and reported in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))))
  const shifts = await page.evaluate(() => window.shifts)
  await page.context().close()
  return shifts.reduce((sum, value) => sum + value, 0)
}

async function expectStill(open: () => Promise<Page>, screens: string[], width: number): Promise<void> {
  for (const screen of screens) {
    const shift = await shiftOf(open, screen, width)
    expect.soft(shift, `${screen} at ${width} px`).toBeLessThanOrEqual(mostShift)
  }
}

test.describe.configure({ timeout: 480_000 })

/** All pages in one session, each with a cache of its own. */
async function as(browser: Browser, email: string): Promise<() => Promise<Page>> {
  const session = await logIn(email)
  return () => pageIn(browser, session)
}

for (const width of widths) {
  test(`screens before signing in do not shift at ${width} px`, async ({ browser }) =>
    expectStill(() => freshPage(browser), publicScreens, width))

  test(`screens of a student do not shift at ${width} px`, async ({ browser }) =>
    expectStill(await as(browser, demo.student), everybody(await demoIds()), width))

  test(`screens of a trainer do not shift at ${width} px`, async ({ browser }) =>
    expectStill(await as(browser, demo.trainer), teaching(await demoIds()), width))

  test(`screens of an admin do not shift at ${width} px`, async ({ browser }) =>
    expectStill(await as(browser, demo.admin), managing(await demoIds()), width))
}

/** The share of its row that each text has. */
const sharesOf = (rows: Locator, words: string): Promise<number[]> =>
  rows.evaluateAll(
    (all, selector) =>
      all.flatMap((row) => {
        const whole = row.getBoundingClientRect().width
        const own = row.querySelector(selector)?.getBoundingClientRect().width
        return whole > 0 && own !== undefined ? [own / whole] : []
      }),
    words,
  )

for (const [role, email] of [
  ['student', demo.student],
  ['trainer', demo.trainer],
]) {
  test(`the names of a course's weeks and items keep 60 % of their rows on phones, for a ${role}`, async ({ browser }) => {
    const page = await returning(browser, email!)
    const { course } = await demoIds()
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/courses/course/${course}`)
    const weeks = page.locator('main section:has(> div :is(h2, h3) button[aria-expanded])')
    await expect(weeks).toHaveCount(10)
    const closed = weeks.getByRole('heading').getByRole('button', { expanded: false })
    while ((await closed.count()) > 0) await closed.first().click()
    const items = weeks.getByRole('listitem')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const shares = [...(await sharesOf(weeks, '[id$="-title"]')), ...(await sharesOf(items, 'div:has(> div > a)'))]
      expect(shares.length, `${width} px`).toBeGreaterThan(20)
      expect(Math.min(...shares), `${width} px`).toBeGreaterThanOrEqual(0.6)
    }
  })
}
