/**
 * Every screen of the product: nothing moves while it loads, no violations for axe, no sideways scroll at 320 px, dates can be typed, no error
 * in the console.
 */

import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findViolations, showColors } from './axe.ts'
import { clientFor, demo, freshPage, returning } from './people.ts'
import { followLink, requestsOf } from './requests.ts'
import { demoIds, everybody, managing, publicScreens, teaching, type Ids } from './screen-list.ts'
import { expect, test } from './test.ts'

/** The import from its check on: a guess, an error and a duplicate email; the error opened for editing; the result. */
function importSteps(): Step[] {
  const key = Date.now().toString(36)
  const rows = ['name,email', `Bea,bea.${key}@gmial.com`, 'Hassan,hassan@', `Ana,ana.${key}@example.org`, `Ana,ana.${key}@example.org`]
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  return [
    {
      name: 'the check of an import',
      open: async (page) => {
        await page.goto('/users/add-bulk-users')
        await page.locator('input[type=file]').setInputFiles(file)
        await expect(page.getByRole('heading', { name: 'Three rows to fix' })).toBeVisible()
      },
    },
    {
      name: 'a row of an import, open for editing',
      open: async (page) => {
        await page.getByRole('button', { name: 'Edit row 3' }).click()
        await expect(page.getByRole('textbox', { name: 'Email, row 3' })).toBeFocused()
      },
    },
    {
      name: 'the result of an import',
      open: async (page) => {
        await page.getByRole('button', { name: 'Import 2 people' }).click()
        await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible()
      },
    },
  ]
}

/** A state of a screen that cannot be reached by its path alone. */
type Step = { name: string; open: (page: Page) => Promise<void> }

/** As defined by web.dev/cls: the share of the window that moved, times the distance. “Good” is up to 0.1; ours is stricter. */
const mostShift = 0.02
/** Typical latency of a response in milliseconds: without it, consecutive responses look like one. */
const latency = 60

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
declare global {
  interface Window {
    /** Each with what moved. */
    shifts: { value: number; moved: string }[]
  }
}

/** From now on, every load of the page is over a slow connection, and collects its layout shifts. */
async function watchLoads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(' | ')
        if (!hadRecentInput) window.shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 })
}

async function expectNoShift(page: Page, screen: string): Promise<void> {
  // The last shifts are painted, and reported in the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))))
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect
    .soft(sum, `${screen}: ${shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`).join('; ')}`)
    .toBeLessThanOrEqual(mostShift)
}

async function inspect(page: Page, screens: string[], steps: Step[] = []): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  const requests = requestsOf(page)
  const loaded = async (screen: string): Promise<void> => {
    await requests.done()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
  }
  await watchLoads(page)
  const light = { colorScheme: 'light', reducedMotion: 'no-preference' } as const
  await page.emulateMedia(light)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const screen of screens) {
    await page.goto(screen)
    await loaded(screen)
    await expectNoShift(page, `${screen} at 320 px`)
    await expectNoScrollSideways(page, screen)
  }
  // The first is loaded, the others are reached by links, which is half as dear: the product, and axe, are loaded once.
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [index, screen] of screens.entries()) {
    await page.emulateMedia(light)
    await page.evaluate(() => void (window.shifts = []))
    // Beside grading the menu is folded, so that everything moves at the click that leads there or away.
    const isByLink = index > 0 && ![screen, screens[index - 1]].some((path) => path?.startsWith('/submissions/'))
    await (isByLink ? followLink(page, screen) : page.goto(screen))
    await loaded(screen)
    await expectNoShift(page, `${screen} at 1280 px`)
    // To axe a row half below the head of its table, which stays in view, is too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoViolations(page, screen)
    await typeDates(page.locator('main'), screen)
  }
  for (const { name, open } of steps) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page)
    await loaded(name)
    await expectNoViolations(page, name)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoScrollSideways(page, name)
  }
  expect(errors).toEqual([])
}

/**
 * Screens with colours in their style sheets. All others have tokens only, and tokens.test.ts of the web app compares every text with
 * every ground in both schemes.
 */
const hasOwnColours = /^\/(auth\/login|courses|courses\/course\/[^/]+(\/week\/[^/]+\/media\/.+)?|submissions\/.+|media\/all-media.*)?$/

async function expectNoViolations(page: Page, screen: string): Promise<void> {
  await showColors(page, 'light')
  expect.soft(await findViolations(page), screen).toEqual([])
  if (hasOwnColours.test(screen)) {
    await showColors(page, 'dark')
    expect.soft(await findViolations(page, { only: ['color-contrast'] }), `${screen} dark`).toEqual([])
  }
}

/** Each is beside the button of its calendar. */
const dateInputs = 'input:not([type=hidden]):has(~ * [aria-label^="Calendar: "])'

/** Types into every date field, key by key, twice: also into one that is filled. `delay`: milliseconds between two keys. */
async function typeDates(within: Locator, screen: string, delay = 0): Promise<void> {
  for (const field of await within.locator(dateInputs).all()) {
    for (let round = 1; round <= 2; round++) {
      await field.selectText()
      await field.page().keyboard.type('12 dec 2027', { delay })
      await expect(field, screen).not.toHaveAttribute('aria-invalid', 'true')
      await field.press('Enter')
      await expect(field, screen).toHaveValue(/^Sun 12 Dec 2027(, \d\d:\d\d)?$/)
    }
  }
}

async function expectNoScrollSideways(page: Page, screen: string): Promise<void> {
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(sideways, `${screen} at 320 px`).toBe(0)
}

test.describe.configure({ timeout: 480_000 })

test('screens before signing in', async ({ browser }) => inspect(await freshPage(browser), publicScreens))

test('the page of the API', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^assignments/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('screens of a student', async ({ browser }) => {
  const page = await returning(browser, demo.student)
  await inspect(page, everybody(await demoIds()))
})

test('screens of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.trainer)
  await inspect(page, teaching(await demoIds()))
})

test('screens of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  await inspect(page, managing(await demoIds()), importSteps())
})

/** The page of a submission to an assignment that is closed now. */
async function closedWork({ week, course }: Ids): Promise<string> {
  const [trainer, student] = [await clientFor(demo.trainer), await clientFor(demo.student)]
  const question = { type: 'TEXT' as const, prompt: 'Why?', points: 5 }
  const params = { courseId: course, weekId: week }
  const body = { title: `Closed ${Date.now().toString(36)}`, questions: [question] }
  const { id, questions } = await trainer.assignments.createAssignment({ params, body })
  const answers = [{ questionId: questions[0]!.id, value: 'Because' }]
  const submission = await student.submissions.submitAssignment({ params: { ...params, assignmentId: id }, body: { answers } })
  await trainer.assignments.updateAssignment({ params: { id }, body: { status: 'CLOSED' } })
  return `/submissions/${submission.id}/course/${course}`
}

/** The dialogs with a date field: where each is, what opens it, and whether it keeps a draft. */
const dateDialogs = {
  'weeks/add-week.tsx': {
    path: ({ course }: Ids) => `/courses/course/${course}`,
    open: async (page: Page) => page.getByRole('button', { name: 'Add week' }).click(),
    hasDraft: true,
  },
  'submissions/student-dialogs.tsx': {
    path: ({ course, assignment }: Ids) => `/all-submissions/course/${course}/${assignment}`,
    open: async (page: Page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .check()
      await page.getByRole('button', { name: 'Extend due time' }).click()
    },
    hasDraft: false,
  },
  'submissions/return-button.tsx': {
    path: closedWork,
    open: async (page: Page) => page.getByRole('button', { name: 'Return' }).click(),
    hasDraft: false,
  },
  'emails/composer.tsx': {
    path: ({ course }: Ids) => `/courses/course/${course}/emails`,
    open: async (page: Page) => {
      await page.getByRole('button', { name: 'Write email' }).click()
      await page.getByRole('button', { name: 'Schedule' }).click()
    },
    hasDraft: false,
  },
}
/** Their date fields are parts of screens, where `inspect` types into them. */
const onScreens = [
  // Two fields in a dialog, which its own test types into.
  'attendance/export-attendance.tsx',
  'assignments/assignment-fields.tsx',
  'courses/course-form.tsx',
  'courses/course-new-screen.tsx',
  'media/media-form.tsx',
  'sign-up-forms/form-builder-screen.tsx',
  'weeks/week-edit-screen.tsx',
]

test('every date field is typed into, as part of a screen or of a dialog', () => {
  const features = new URL('../apps/web/src/features/', import.meta.url)
  const withDates = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') && !file.endsWith('.test.tsx') && readFileSync(new URL(file, features), 'utf8').includes('<DateTimeField'),
  )
  expect(withDates.toSorted()).toEqual([...Object.keys(dateDialogs), ...onScreens].toSorted())
})

for (const [file, { path, open, hasDraft }] of Object.entries(dateDialogs))
  test(`dates are typed key by key in a dialog: ${file}`, async ({ browser }) => {
    const page = await returning(browser, demo.trainer)
    const errors: string[] = []
    page.on('pageerror', (error) => void errors.push(error.message))
    await page.goto(await path(await demoIds()))
    await open(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator(dateInputs)).toHaveCount(1)
    // The delay is that of a person: the page is drawn after each key.
    await typeDates(dialog, file, 130)
    if (hasDraft) {
      await page.reload()
      await open(page)
      await expect(dialog.locator(dateInputs)).toHaveValue(/^Sun 12 Dec 2027/)
    }
    await dialog.locator(dateInputs).press('F4')
    await expect(page.getByRole('button', { name: /^Sunday 12 December 2027/ })).toBeFocused()
    await expectNoViolations(page, `${file} with its calendar`)
    await page.keyboard.press('Escape')
    await expect(dialog.locator(dateInputs)).toBeFocused()
    expect(errors).toEqual([])
  })

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
