/**
 * The Lighthouse scores of sign-in, a student's first page, a course and the player: as a mobile device, with the throttling it simulates by
 * default (four times slower CPU, 150 ms and 1.6 Mbit/s), medians of three runs each on what `npm start` runs with demo data. The targets are
 * 95 for performance and 100 for accessibility and best practices; they are printed, not enforced. Lighthouse is fetched by `npx`.
 */

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { clientFor, demo, signIn } from '../e2e/people.ts'
import { launchProduct } from '../e2e/product.ts'
import { findBrowser } from '../tools/browser.mjs'

const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices'] as const
const aims = { performance: 95, accessibility: 100, 'best-practices': 100 }
const rounds = 3

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const run = promisify(execFile)
const found = await findBrowser(process.execPath)
const product = await launchProduct({ SEED: 'demo' })
process.env.BASE_URL = product.url
const profile = await mkdtemp(join(tmpdir(), 'lms-lighthouse-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: found.path,
  args: [...found.args, '--remote-debugging-port=0'],
  baseURL: product.url,
})
// Chromium writes the chosen port into its profile.
const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
try {
  await measure('sign-in', '/auth/login')
  const page = await context.newPage()
  await signIn(page, demo.student)
  await page.close()
  const student = await clientFor(demo.student)
  const { items } = await student.courses.listMyCourses({ query: { running: 'true' } })
  const course = `/courses/course/${items[0]!.id}`
  const { weeks = [] } = await student.courses.getCourse({ params: { id: items[0]!.id } })
  const week = weeks.find(({ media }) => media.some(({ type }) => type === 'RECORDED'))!
  const recording = week.media.find(({ type }) => type === 'RECORDED')!
  await measure('first page', '/')
  await measure('course', course)
  await measure('player', `${course}/week/${week.id}/media/${recording.id}`)
} finally {
  await context.close()
  await product.stop()
  await rm(profile, { recursive: true, force: true })
}

async function measure(name: string, path: string): Promise<void> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round++) reports.push(await visit(path))
  const scores = categories.map((category) => {
    const all = reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100)).toSorted((a, b) => a - b)
    const median = all[Math.floor(rounds / 2)]!
    return `${category} ${median}${median < aims[category] ? ` (aim ${aims[category]})` : ''}`
  })
  const { audits } = reports[0]!
  const paint = audits['largest-contentful-paint']?.displayValue
  console.log(`${name.padEnd(11)}${scores.join(', ')}; largest paint ${paint}, blocked ${audits['total-blocking-time']?.displayValue}`)
  for (const { score, title } of Object.values(audits)) if (score === 0) console.log(`           - ${title}`)
}

async function visit(path: string): Promise<Report> {
  const flags = [`--port=${port}`, '--output=json', '--quiet', '--disable-storage-reset', `--only-categories=${categories.join(',')}`]
  const { stdout } = await run('npx', ['--yes', lighthouse, `${product.url}${path}`, ...flags], { maxBuffer: 1 << 28 })
  return JSON.parse(stdout) as Report
}
