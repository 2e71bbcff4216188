/**
 * Grading with the keyboard: milliseconds from pressing J until the next of 2,000 submissions is on the screen. The neighbours of the
 * current one have been prefetched. The median of 30, and the slowest.
 */

import { chromium } from '@playwright/test'
import { clientOf } from '../e2e/client.ts'
import { launchProduct } from '../e2e/product.ts'
import { findBrowser } from '../tools/browser.mjs'
import { makeCourse } from './classes.ts'
import { median, Results } from './results.ts'
import { startServer } from './schools.ts'
import { connected, makeDatabase } from './servers/embedded.ts'

const limit = 100
const rounds = 30

const found = await findBrowser(process.execPath)
const server = await startServer()
const browser = await chromium.launch({ executablePath: found.fullPath ?? found.path, args: found.args })
try {
  const { url, token } = await makeDatabase(server.url, 'switch')
  const { few, many } = await connected(url, async (run) => {
    const made = { few: await makeCourse(run, 20, 1), many: await makeCourse(run, 2000, 1) }
    await run('vacuum analyze')
    return made
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
    const results = new Results('to the next', 'median, ms', 'slowest, ms', 'limit')
    for (const [count, { submissionId, courseId, assignmentId }] of [
      [20, few],
      [2000, many],
    ] as const) {
      const list = { params: { courseId, assignmentId }, query: { sort: 'submittedAt', limit: 1 } } as const
      const first = (await clientOf(token).submissions.listSubmissions(list)).items[0]?.submissionId ?? submissionId
      await page.goto(`/submissions/${first}/course/${courseId}?sort=submittedAt`)
      await page.getByText(`1 of ${count}`, { exact: true }).waitFor()
      const times: number[] = []
      for (let round = 0; round < Math.min(rounds, count - 1); round++) {
        // As a grader looks at a submission, its neighbours are prefetched.
        await page.waitForTimeout(500)
        times.push(await page.evaluate(timeOfNext))
      }
      results.add(median(times) <= limit, `of ${count} submissions`, median(times), Math.max(...times), limit)
    }
    process.exitCode = results.print()
  } finally {
    await product.stop()
  }
} finally {
  await browser.close()
  await server.stop()
}

/** In the page: presses J, and waits for the frame that shows another student. */
async function timeOfNext(): Promise<number> {
  const student = () => document.querySelector('[aria-label^="Grade Student"]')?.getAttribute('aria-label')
  const before = student()
  const began = performance.now()
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true }))
  while (student() === before || student() === undefined) await new Promise(requestAnimationFrame)
  // The frame after is the one that was painted.
  await new Promise(requestAnimationFrame)
  return performance.now() - began
}
