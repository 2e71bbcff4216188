/**
 * The longest lists of a large school, on a slow device (CPU ÷ 4): the gradebook of 1,200 students × 150 assignments, the register of
 * 1,200, the attendance of 1,000 in 100 sessions (a page of students, all sessions), a discussion of 3,000 replies. Elements of the page, at most 3,000, and the longest task of the main thread in milliseconds, at
 * most 200, while the list opens, the focus moves, and something is marked. Tasks are measured by the processor time of the thread:
 * what else the machine does counts for little. `node bench/long-lists.bench.ts register` runs one of them.
 */

import { chromium, type Locator, type Page } from '@playwright/test'
import { clientOf } from '../e2e/client.ts'
import { launchProduct } from '../e2e/product.ts'
import { findBrowser } from '../tools/browser.mjs'
import { makeCourse, makeMarkedCourse } from './classes.ts'
import { Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'

const limits = { nodes: 3000, task: 200 }
const slowdown = 4

/** Which of the lists: gradebook, register, attendance, thread; all without an argument. */
const chosen = process.argv.slice(2)

const found = await findBrowser(process.execPath)
const server = await startServer()
const browser = await chromium.launch({ executablePath: found.fullPath ?? found.path, args: found.args })
try {
  const { url, token } = await makeDatabase(server.url, 'long')
  const { courseId, markedId, discussionId } = await connected(url, async (run) => {
    const course = await makeCourse(run, 1200, 150)
    const { rows } = await run(
      `insert into discussions (id, course_id, author_id, title, content, comment_count, top_level_count)
       select gen_random_uuid(), $1, u.id, 'Long talk', '<p>Say yours.</p>', 3000, 3000 from users u where u.role = 'ADMIN' returning id`,
      [course.courseId],
    )
    await run(
      `insert into comments (id, discussion_id, author_id, content)
       select ('0198f6a0-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, u.id, '<p>Comment ' || n || ': compare the years before 2005 with care.</p>'
       from generate_series(1, 3000) n, users u where u.role = 'ADMIN'`,
      [rows[0]!['id']],
    )
    const markedId = await makeMarkedCourse(run, { students: 1000, weeks: 50 })
    await run('vacuum analyze')
    return { courseId: course.courseId, markedId, discussionId: rows[0]!['id'] as string }
  })
  const product = await launchProduct({ DATABASE_URL: url, SEED: 'none' })
  process.env.BASE_URL = product.url
  try {
    const admins = await clientOf(token).users.listUsers({ query: { role: 'ADMIN' } })
    const user = { ...admins.items[0]!, preferences: {} }
    const value = JSON.stringify({ state: { token, user, isAuthenticated: true }, version: 0 })
    const page = await browser.newPage({
      baseURL: product.url,
      viewport: { width: 1280, height: 800 },
      storageState: { cookies: [], origins: [{ origin: product.url, localStorage: [{ name: 'auth-storage', value }] }] },
    })
    const device = await page.context().newCDPSession(page)
    const { weeks } = await clientOf(token).courses.getCourse({ params: { id: courseId } })
    const results = new Results('list and what is done', 'elements', 'longest task, ms')
    for (const list of [gradebook, register, attendance, thread]) {
      if (chosen.length > 0 && !chosen.includes(list.name)) continue
      const { address, ready, acts } = list({ courseId, markedId, weekId: weeks![0]!.id, discussionId })
      // The code is loaded and has run once; then the same screen is opened again, from another one.
      await page.goto(address)
      await ready(page)
      await follow(page, '/profile')
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
      await device.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const open = async () => {
        await follow(page, address)
        await ready(page)
      }
      for (const [name, act] of Object.entries({ opening: open, ...acts })) await measure(page, results, `${list.name}, ${name}`, act)
      await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    process.exitCode = results.print()
  } finally {
    await product.stop()
  }
} finally {
  await browser.close()
  await server.stop()
}

type Place = { courseId: string; markedId: string; weekId: string; discussionId: string }
type Act = (page: Page) => Promise<void>
type List = { address: string; ready: Act; acts: Record<string, Act> }

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await page.keyboard.press(key)
}

/** Without loading the page again. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/** By its words: the search for a role takes as long as what is measured. */
function button(page: Page, words: string | RegExp): Locator {
  return page.locator('button', { hasText: words })
}

function gradebook({ courseId }: Place): List {
  return {
    address: `/courses/course/${courseId}/marks`,
    ready: (page) => page.locator('[data-cell="1:1"]').waitFor(),
    acts: {
      moving: async (page) => {
        await page.locator('[data-cell="1:1"]').focus()
        for (const key of ['ArrowRight', 'ArrowDown', 'PageDown']) await press(page, key, 10)
        await page.keyboard.press('Control+End')
        await page.locator('[data-cell="50:151"]:focus').waitFor()
      },
    },
  }
}

function register({ courseId, weekId }: Place): List {
  return {
    address: `/courses/${courseId}/weeks/${weekId}/mark-attendance?session=${weekId}`,
    ready: (page) => page.locator('[data-index="0"]:focus').waitFor(),
    acts: {
      moving: async (page) => {
        await press(page, 'ArrowDown', 40)
      },
      marking: async (page) => {
        await press(page, 'p', 20)
        await page.getByText(/^Saved \d/).waitFor()
      },
      'marking the rest': async (page) => {
        await button(page, /^Mark \d+ as present$/).click()
        await page.getByText('1200 of 1200 marked').waitFor()
        await page.getByText(/^Saved \d/).waitFor()
      },
    },
  }
}

function attendance({ markedId }: Place): List {
  return {
    address: `/attendance?course=${markedId}&week=all`,
    ready: (page) => page.locator('[data-cell="0:99"]').waitFor(),
    acts: {
      scrolling: async (page) => {
        await page.locator('[data-cell]').first().hover()
        for (let n = 0; n < 30; n++) await page.mouse.wheel(n < 15 ? -400 : 0, n < 15 ? 0 : 200)
      },
      moving: async (page) => {
        await page.locator('[data-cell]').first().focus()
        for (const key of ['ArrowRight', 'ArrowDown', 'PageDown']) await press(page, key, 10)
        await page.keyboard.press('Control+End')
        await page.locator('[data-cell="99:99"]:focus').waitFor()
      },
      marking: async (page) => {
        for (const key of ['p', 'ArrowUp', 'a', 'ArrowUp', 'l']) await page.keyboard.press(key)
        await page.getByText(/^All changes saved/).waitFor()
      },
      'the last students': async (page) => {
        await page.locator('[aria-label="Page 10 of 10"]').click()
        await page.getByText('901 to 1000 of 1000').waitFor()
        await page.locator('[data-cell="0:99"]').waitFor()
      },
    },
  }
}

function thread({ courseId, discussionId }: Place): List {
  return {
    address: `/courses/course/${courseId}/discussion-forum/${discussionId}`,
    ready: (page) => page.getByText('Comment 1:').waitFor(),
    acts: {
      'going to the last': async (page) => {
        await button(page, 'Go to the last reply').click()
        await page.getByText('Comment 3000:').waitFor()
      },
    },
  }
}

/** Adds what the act cost to the results. */
async function measure(page: Page, results: Results, name: string, act: Act): Promise<void> {
  await browser.startTracing(page, { categories: ['__metadata', 'disabled-by-default-devtools.timeline'] })
  await act(page)
  // What was started is over once the main thread has been idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))
  const task = longestTask(await browser.stopTracing())
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  results.add(nodes <= limits.nodes && task <= limits.task, name, nodes, task)
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** Milliseconds of processor time. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const main = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.tdur !== undefined && main.has(threadOf(event)))
  if (tasks.length < 10) throw new Error('The trace has no tasks.')
  return Math.max(...tasks.map(({ tdur }) => tdur! / 1000))
}
