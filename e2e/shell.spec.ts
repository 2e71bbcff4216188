/** The shell: menus by role, guards, sessions, the drawer, and errors for missing things. */
import type { Page } from '@playwright/test'
import { demo, freshPage, returning, signedIn, signIn } from './people.ts'
import { expect, test } from './test.ts'

const menus = {
  [demo.superAdmin]: ['Dashboard', 'Courses', 'Assignments', 'Attendance', 'All Media', 'Users', 'Import Users', 'Add User'],
  [demo.admin]: ['Dashboard', 'Courses', 'Assignments', 'Attendance', 'All Media', 'Users', 'Import Users', 'Add User'],
  [demo.trainer]: ['My Courses', 'Assignments', 'Attendance'],
  [demo.student]: ['Courses', 'My Assignments', 'Enrolled Courses'],
}
const addresses: Record<string, string> = {
  Dashboard: '/',
  'All Media': '/media/all-media?page=1',
  Users: '/users?page=1&role=all&course=all',
  'Import Users': '/users/add-bulk-users',
  'Add User': '/users/add-single-users',
  'Enrolled Courses': '/enrolled-courses',
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? 'null') as { state: Record<string, unknown> } | null)
const noAccess = (page: Page) => page.getByRole('heading', { name: 'You do not have access to this page' })

for (const [email, items] of Object.entries(menus)) {
  test(`the sidebar of ${email}`, async ({ browser }) => {
    const page = await freshPage(browser)
    await signIn(page, email)
    const links = mainMenu(page)
    await expect(links).toHaveCount(items.length)
    for (const [index, item] of items.entries()) {
      await expect(links.nth(index)).toContainText(item)
      if (addresses[item]) await expect(links.nth(index)).toHaveAttribute('href', addresses[item])
    }
  })
}

test('a visitor is sent to sign in, and then back to the requested page', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/assignments')
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fassignments$/)
  await page.getByRole('button', { name: 'Student', exact: true }).click()
  await expect(page).toHaveURL(/\/assignments$/)
})

test('a URL of another site is never followed after signing in', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/auth/login?next=https://example.org/')
  await page.getByRole('button', { name: 'Student', exact: true }).click()
  await expect(page).toHaveURL(`${process.env.BASE_URL}/`)
})

test('a wrong password or email shows one neutral message and signs nobody in', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(demo.student)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Email or password is not right')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(demo.student)
  expect((await stored(page))?.state.token ?? null).toBeNull()
})

test('the session is kept as auth-storage, survives a reload, and ends with signing out', async ({ browser }) => {
  const page = await freshPage(browser)
  await signIn(page, demo.student)
  const kept = (await stored(page))!.state
  expect(Object.keys(kept).toSorted()).toEqual(['isAuthenticated', 'token', 'user'])
  expect(kept).toMatchObject({ isAuthenticated: true, token: expect.any(String), user: { email: demo.student, role: 'USER' } })
  await page.reload()
  await expect(mainMenu(page).first()).toBeVisible()
  await page.getByRole('button', { name: /Ana Li/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Your Profile' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  expect((await stored(page))!.state).toEqual({ token: null, user: null, isAuthenticated: false })
  // The page does not wait for the server's response.
  const headers = { authorization: `Bearer ${String(kept.token)}` }
  await expect.poll(async () => (await page.request.get('/api/courses', { headers })).status()).toBe(401)
})

test('a 401 signs out, clears the cache, and leads back to the same page after signing in', async ({ browser }) => {
  const page = await signedIn(browser, demo.student, '/enrolled-courses')
  await expect(page.getByText('Data Journalism').first()).toBeVisible()
  const { token } = (await stored(page))!.state
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${String(token)}` } })
  await mainMenu(page).filter({ hasText: 'My Assignments' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fassignments/)
  await expect(page.getByText('Data Journalism')).toHaveCount(0)
})

/** Paths of screens that students have no right to. */
const screensOfOthers = ({ user, course, week, media, assignment, submission }: Record<string, string>) => [
  '/users?page=1&role=all&course=all',
  '/users/add-bulk-users',
  '/users/add-single-users',
  '/media/all-media?page=1',
  `/users/${user}/edit`,
  `/courses/${course}/edit`,
  `/courses/${course}/create-sign-up-form`,
  `/all-submissions/course/${course}/${assignment}`,
  `/submissions/${submission}/course/${course}`,
  '/courses/new',
  `/courses/${course}/weeks/${week}/edit`,
  `/courses/${course}/weeks/${week}/media`,
  `/courses/${course}/weeks/${week}/assignments/new`,
  `/courses/${course}/weeks/${week}/mark-attendance`,
  `/courses/${course}/weeks/${week}/media/${media}/edit`,
  `/users/user-details/${user}`,
]

/** Other requests of the student: the course, a week with content, their own work, and themselves. */
async function thingsOf(page: Page): Promise<Record<string, string>> {
  const { token, user } = (await stored(page))!.state as { token: string; user: { id: string } }
  const get = async <T>(path: string) => {
    const answer = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.ok(), path).toBe(true)
    return (await answer.json()) as T
  }
  const { items } = await get<{ items: { id: string; courseId: string; assignmentId: string }[] }>('/api/student-submissions')
  const { id: submission, courseId: course, assignmentId: assignment } = items[0]!
  const { weeks } = await get<{ weeks: { id: string; media: { id: string }[] }[] }>(`/api/courses/${course}`)
  const week = weeks.find(({ media }) => media.length > 0)!
  return { user: user.id, course, week: week.id, media: week.media[0]!.id, assignment, submission }
}

/** Requested by every page: the session's user, and the school's name. */
const isAsking = (url: string): boolean => url.includes('/api/') && !/\/api\/auth\/(session|options)$/.test(url)

test('screens of other roles say so, whether or not the object exists, and make no call', async ({ browser }) => {
  const page = await returning(browser, demo.student)
  const real = await thingsOf(page)
  const unknown = Object.fromEntries(Object.keys(real).map((name) => [name, crypto.randomUUID()]))
  const calls: string[] = []
  page.on('request', (request) => void (isAsking(request.url()) && calls.push(request.url())))
  for (const screen of [...screensOfOthers(real), ...screensOfOthers(unknown)]) {
    await page.goto(screen)
    await expect(noAccess(page), screen).toBeVisible()
    await expect(mainMenu(page).first()).toBeVisible()
  }
  expect(calls).toEqual([])
})

test('an unknown URL is a plain not-found page, in the shell once signed in', async ({ browser }) => {
  const page = await signedIn(browser, demo.student, '/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(mainMenu(page).first()).toBeVisible()
})

test('below 768 px the menu is a drawer: button, overlay, Escape, focus', async ({ browser }) => {
  const page = await returning(browser, demo.student)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(mainMenu(page)).toHaveCount(0)
  await button.click()
  await expect(mainMenu(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(mainMenu(page)).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await mainMenu(page).filter({ hasText: 'Enrolled Courses' }).click()
  await expect(page).toHaveURL(/\/enrolled-courses$/)
  await expect(mainMenu(page)).toHaveCount(0)
})

test('a screen that does not load is retried once, then an error is shown', async ({ browser }) => {
  const page = await signedIn(browser, demo.student)
  await page.route(/assignment-list-screen.*\.js/, (route) => route.abort())
  let loads = 0
  page.on('load', () => void loads++)
  await mainMenu(page).filter({ hasText: 'My Assignments' }).click()
  await expect(page.getByText('A new version is ready')).toBeVisible()
  // The text may be there before the page reports that it has loaded.
  await expect.poll(() => loads).toBe(1)
})
