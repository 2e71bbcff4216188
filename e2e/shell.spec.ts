/** The shell: the way through signing in, the session, and code that is missing. */

import type { Page } from '@playwright/test'
import { demo, freshPage, signedIn, signIn } from './people.ts'
import { expect, test } from './test.ts'

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('auth-storage') ?? 'null') as { state: Record<string, unknown> } | null)
test('a visitor is sent to sign in, and then back to the requested page', async ({ browser }) => {
  const page = await freshPage(browser)
  await page.goto('/assignments')
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fassignments$/)
  await page.getByRole('button', { name: 'Student', exact: true }).click()
  await expect(page).toHaveURL(/\/assignments$/)
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
