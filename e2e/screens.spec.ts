/** Every screen of the product, in both colour schemes: nothing for axe to find, no sideways scroll at 320 px, no error in the console. */
import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { clientFor, demo, freshPage, returning } from './people.ts'
import { requestsOf } from './requests.ts'
import { expect, test } from './test.ts'

type Ids = Record<'course' | 'week' | 'video' | 'session' | 'assignment' | 'submission' | 'discussion' | 'person', string>

const publicScreens = ['/auth/login', '/auth/register', '/auth/reset-password', '/auth/setup']
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
async function demoIds(): Promise<Ids> {
  const { courses, submissions, discussions } = await clientFor(demo.trainer)
  const { items } = await courses.listMyCourses({ query: { search: 'Data Journalism' } })
  const { id: course, weeks } = await courses.getCourse({ params: { id: items[0]!.id } })
  const week = weeks!.find(({ media, assignments }) => assignments.length > 0 && new Set(media.map(({ type }) => type)).size > 1)!
  const assignment = week.assignments[0]!.id
  const roster = await submissions.listSubmissions({ params: { courseId: course, assignmentId: assignment }, query: { limit: 100 } })
  const submitted = roster.items.find(({ submissionId }) => submissionId)!
  const forum = await discussions.listDiscussions({ params: { courseId: course } })
  const of = (type: string) => week.media.find((medium) => medium.type === type)!.id
  return {
    course,
    week: week.id,
    video: of('RECORDED'),
    session: of('LIVE'),
    assignment,
    submission: submitted.submissionId!,
    discussion: forum.items[0]!.id,
    person: submitted.student.id,
  }
}

/** A state of a screen that takes more than its address to reach. */
type Step = { name: string; open: (page: Page) => Promise<void> }

async function inspect(page: Page, screens: (string | Step)[]): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => void errors.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  const requests = requestsOf(page)
  for (const each of screens) {
    const { name: screen, open } = typeof each === 'string' ? { name: each, open: () => page.goto(each) } : each
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page)
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
    await requests.done()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      // In the dark nothing but the colours is another.
      const faults = await faultsOf(page, colorScheme === 'dark' ? { only: ['color-contrast'] } : {})
      expect.soft(faults, `${screen} ${colorScheme}`).toEqual([])
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
  const page = await returning(browser, demo.student)
  await inspect(page, everybody(await demoIds()))
})

test('screens of a trainer', async ({ browser }) => {
  const page = await returning(browser, demo.trainer)
  await inspect(page, teaching(await demoIds()))
})

test('screens of an admin', async ({ browser }) => {
  const page = await returning(browser, demo.admin)
  await inspect(page, [...managing(await demoIds()), ...importSteps()])
})
