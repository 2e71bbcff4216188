/**
 * What a browser loads for a first page with an empty cache, until there is no request for 2.5 s, at 1280 and 390 px with a CPU slowed down
 * four times, over loopback, from what `npm start` runs with demo data. Medians of five visits. There are limits for the number of requests
 * (including API calls and fonts), the KiB of JS and CSS as sent (including headers), and layout shift. Largest contentful paint and total
 * blocking time (the time of each task above 50 ms) are printed too; they depend on the machine, so only compare those of one run.
 */

import { loadavg } from 'node:os'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { clientFor, demo, signedIn } from '../e2e/people.ts'
import { launchProduct } from '../e2e/product.ts'
import { findBrowser } from '../tools/browser.mjs'

const slowdown = 4
const rounds = 5
/** Milliseconds without a request after which a page counts as loaded. */
const quiet = 2500
const mostShift = 0.02
/** The student's courses: as many as the first page shows. */
const runningCourses = 6

interface Target {
  name: string
  path: string
  /** Absent: not signed in. */
  email?: string
  limit: { requests: number; kib: number }
}

interface Figures {
  requests: number
  kib: number
  shift: number
  paint: number
  blocked: number
}

const found = await findBrowser(process.execPath)
const product = await launchProduct({ SEED: 'demo' })
process.env.BASE_URL = product.url
const browser = await chromium.launch({ executablePath: found.fullPath ?? found.path, args: found.args })
let failed = 0
try {
  console.log(`CPU slowed ${slowdown} times, network as it is, cold cache; medians of ${rounds}`)
  for (const target of await findTargets()) {
    const storageState = target.email ? await (await signedIn(browser, target.email)).context().storageState() : undefined
    for (const width of [1280, 390]) {
      const all: Figures[] = []
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          baseURL: product.url,
          ...(storageState && { storageState: withSessionAlone(storageState) }),
        })
        all.push(await visit(await context.newPage(), target.path))
        await context.close()
      }
      report(target, width, all)
    }
  }
  console.log(`first-load: load ${loadavg()[0]!.toFixed(1)}: ${failed === 0 ? 'within the limits' : 'OVER'}`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await browser.close()
  await product.stop()
}

async function findTargets(): Promise<Target[]> {
  const [student, admin] = [await clientFor(demo.student), await clientFor(demo.admin)]
  const { items, total } = await student.courses.listMyCourses({ query: { running: 'true' } })
  for (let n = total; n < runningCourses; n++) {
    const { id } = await admin.courses.createCourse({ body: { title: `Course ${n + 1}`, status: 'PUBLISHED', weekCount: 8 } })
    await student.courses.enroll({ params: { id } })
  }
  const course = `/courses/course/${items[0]!.id}`
  const { weeks = [] } = await student.courses.getCourse({ params: { id: items[0]!.id } })
  const week = weeks.find(({ media }) => media.some(({ type }) => type === 'RECORDED'))!
  const recording = week.media.find(({ type }) => type === 'RECORDED')!
  const page = { requests: 24, kib: 250 }
  return [
    { name: 'sign-in', path: '/auth/login', limit: { requests: 14, kib: 200 } },
    { name: 'student', path: '/', email: demo.student, limit: page },
    { name: 'trainer', path: '/', email: demo.trainer, limit: page },
    { name: 'admin', path: '/', email: demo.admin, limit: page },
    { name: 'course', path: course, email: demo.student, limit: page },
    { name: 'course, trainer', path: course, email: demo.trainer, limit: page },
    // Its code is larger and has no limit yet: the figures show whether it grows.
    { name: 'player', path: `${course}/week/${week.id}/media/${recording.id}`, email: demo.student, limit: { requests: 40, kib: 330 } },
  ]
}

/** Only what a page after a sign-in has stored; everything else, such as the school's name, is requested as on a first visit. */
function withSessionAlone(state: { origins: { origin: string; localStorage: { name: string; value: string }[] }[] }) {
  return {
    cookies: [],
    origins: state.origins.map((one) => ({ ...one, localStorage: one.localStorage.filter(({ name }) => name === 'auth-storage') })),
  }
}

async function visit(page: Page, path: string): Promise<Figures> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const fetched = watchNetwork(cdp)
  await page.addInitScript(() => {
    const seen = { shift: 0, paint: 0, blocked: 0 }
    Object.assign(window, { seen })
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    })
    watch('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime))
    watch('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
  })
  await page.goto(path)
  await fetched.quiet()
  const seen = await page.evaluate(() => (window as unknown as { seen: Pick<Figures, 'shift' | 'paint' | 'blocked'> }).seen)
  return { ...fetched.figures(), ...seen }
}

function watchNetwork(cdp: CDPSession) {
  const open = new Map<string, string>()
  let requests = 0
  let bytes = 0
  let last = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    if (!request.url.startsWith('data:')) open.set(requestId, type)
    last = performance.now()
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = open.get(requestId)
    if (type === undefined) return
    open.delete(requestId)
    requests++
    if (type === 'Script' || type === 'Stylesheet') bytes += encodedDataLength
    last = performance.now()
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId))
  return {
    figures: () => ({ requests, kib: bytes / 1024 }),
    quiet: async () => {
      while (performance.now() - last < quiet) await new Promise((resolve) => setTimeout(resolve, 100))
    },
  }
}

function report({ name, limit }: Target, width: number, all: readonly Figures[]): void {
  const [requests, kib, shift, paint, blocked] = (['requests', 'kib', 'shift', 'paint', 'blocked'] as const).map((figure) =>
    medianOf(all.map((one) => one[figure])),
  ) as [number, number, number, number, number]
  const over = [requests > limit.requests && 'requests', kib > limit.kib && 'KiB', shift > mostShift && 'shift'].filter(Boolean)
  failed += over.length
  console.log(
    `${name.padEnd(8)}${String(width).padStart(5)} px  ${requests} of ${limit.requests} requests, ${kib.toFixed(0)} of ${limit.kib} KiB, ` +
      `shift ${shift.toFixed(3)}, paint ${(paint / 1000).toFixed(1)} s, blocked ${(blocked / 1000).toFixed(1)} s` +
      (over.length > 0 ? `  OVER: ${over.join(', ')}` : ''),
  )
}

function medianOf(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}
