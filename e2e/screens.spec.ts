/** Every screen of the product, in both colour schemes: nothing for axe to find, no sideways scroll at 320 px, no error in the console. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { demo, freshPage, password, signedIn } from './people.ts'

type Ids = Record<'course' | 'week' | 'video' | 'session' | 'assignment' | 'submission' | 'discussion' | 'person', string>

const publicScreens = ['/auth/login', '/auth/register', '/auth/reset-password']
const everybody = (id: Ids) => [
  '/',
  '/enrolled-courses',
  '/assignments',
  '/attendance',
  '/profile',
  '/courses',
  `/courses-details/${id.course}`,
  `/courses/course/${id.course}`,
  `/courses/course/${id.course}/week/${id.week}`,
  `/courses/course/${id.course}/week/${id.week}/media/${id.video}`,
  `/courses/course/${id.course}/week/${id.week}/media/${id.session}`,
  `/courses/course/${id.course}/discussion-forum`,
  `/courses/course/${id.course}/discussion-forum/create`,
  `/courses/course/${id.course}/discussion-forum/${id.discussion}`,
  `/assignments/course/${id.course}/week/${id.week}/${id.assignment}`,
  '/no/such/page',
  '/users',
]
const teaching = (id: Ids) => [
  '/',
  '/assignments',
  '/attendance',
  `/courses/course/${id.course}`,
  `/all-submissions/course/${id.course}/${id.assignment}`,
  `/submissions/${id.submission}/course/${id.course}`,
  '/courses/new',
  `/courses/${id.course}/weeks/${id.week}/edit`,
  `/courses/${id.course}/weeks/${id.week}/media`,
  `/courses/${id.course}/weeks/${id.week}/media?kind=live`,
  `/courses/${id.course}/weeks/${id.week}/assignments/new`,
  `/courses/${id.course}/weeks/${id.week}/mark-attendance`,
  `/courses/${id.course}/weeks/${id.week}/media/${id.video}/edit`,
  `/users/user-details/${id.person}`,
  `/users/user-details/${id.person}?tab=activity`,
]
const managing = (id: Ids) => [
  '/',
  '/users?page=1&role=all&course=all',
  '/users/add-bulk-users',
  '/users/add-single-users',
  '/media/all-media?page=1',
  '/media/all-media?page=1&view=table',
  `/courses/${id.course}/weeks/${id.week}/media?kind=library`,
  `/users/${id.person}/edit`,
  `/courses/${id.course}/edit`,
  `/courses/${id.course}/create-sign-up-form`,
]

/** The import from its check on: a guess, a fault and a repeated address; the fault opened for mending; the result. */
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
        await expect(page.getByRole('heading', { name: 'Three rows need you' })).toBeVisible()
      },
    },
    {
      name: 'a row of an import, open for mending',
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

/** Ids of the demo course, asked for as its trainer. */
async function demoIds(page: Page): Promise<Ids> {
  const { token } = await (await page.request.post('/api/auth/login', { data: { email: demo.trainer, password } })).json()
  const get = async (url: string) => (await page.request.get(url, { headers: { authorization: `Bearer ${token}` } })).json()
  const { items } = await get('/api/courses/enrolled?search=Data%20Journalism')
  const { id: course, weeks } = await get(`/api/courses/${items[0].id}`)
  type Week = { id: string; media: { id: string; type: string }[]; assignments: { id: string }[] }
  const week = (weeks as Week[]).find(
    ({ media, assignments }) => assignments.length > 0 && new Set(media.map(({ type }) => type)).size > 1,
  )!
  const assignment = week.assignments[0]!.id
  const roster = await get(`/api/submissions/${course}/${assignment}/submissions?limit=100`)
  const submitted = roster.items.find(({ submissionId }: { submissionId: string | null }) => submissionId)
  const discussions = await get(`/api/discussion/get-discussions/${course}`)
  const of = (type: string) => week.media.find((medium) => medium.type === type)!.id
  return {
    course,
    week: week.id,
    video: of('RECORDED'),
    session: of('LIVE'),
    assignment,
    submission: submitted.submissionId,
    discussion: discussions.items[0].id,
    person: submitted.student.id,
  }
}

/** A state of a screen that takes more than its address to reach. */
type Step = { name: string; open: (page: Page) => Promise<void> }

/** In the dark nothing but the colours is another. */
const axeFor = (page: Page, colorScheme: 'light' | 'dark'): AxeBuilder =>
  colorScheme === 'light'
    ? new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    : new AxeBuilder({ page }).withRules(['color-contrast'])

async function inspect(page: Page, screens: (string | Step)[]): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  for (const each of screens) {
    const { name: screen, open } = typeof each === 'string' ? { name: each, open: () => page.goto(each) } : each
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Colours that are still on their way have a contrast of their own.
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const { violations } = await axeFor(page, colorScheme).analyze()
      expect
        .soft(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
          `${screen} ${colorScheme}`,
        )
        .toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(sideways, `${screen} at 320 px`).toBe(0)
  }
  expect(errors).toEqual([])
}

test.describe.configure({ timeout: 240_000 })

test('screens before signing in', async ({ browser }) => inspect(await freshPage(browser), publicScreens))

test('screens of a student', async ({ browser }) => {
  const page = await signedIn(browser, demo.student)
  await inspect(page, everybody(await demoIds(page)))
})

test('screens of a trainer', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await inspect(page, teaching(await demoIds(page)))
})

test('screens of an admin', async ({ browser }) => {
  const page = await signedIn(browser, demo.admin)
  await inspect(page, [...managing(await demoIds(page)), ...importSteps()])
})
