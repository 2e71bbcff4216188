/** The result of an import: it survives the page and lost responses, and its failed rows can be fixed. */

import { readFile, writeFile } from 'node:fs/promises'
import { countPeople, csv, expectErrors, makeList } from './people-list.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('the checked file is imported, even if it was changed on disk in between', async ({ browser }, info) => {
  const key = `e${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  const path = info.outputPath('people.csv')
  await writeFile(path, `name,email\nAna,ana.${key}@example.org\nRui,rui.${key}@\n`)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()
  await writeFile(path, `name,email\nAna,ana.${key}@example.org\nRui,rui.${key}@example.org\nZoe,zoe.${key}@example.org\n`)
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  expect(await countPeople(key)).toBe(1)
})

test('the result is available after a reload and after signing in elsewhere, with the rows to fix and their file', async ({ browser }) => {
  const key = `f${Date.now().toString(36)}`
  const course = `Kept notes ${key}`
  const admin = await clientFor(demo.admin)
  // Without a limit of seats.
  await admin.courses.createCourse({ body: { title: course, mode: 'RECORDED', status: 'PUBLISHED', weekCount: 1 } })
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.getByRole('combobox', { name: 'Course' }).fill(key)
  await page.getByRole('option', { name: course }).click()
  await page.locator('input[type=file]').setInputFiles(makeList(key))
  await page.getByRole('button', { name: 'Import 20 people' }).click()
  await expect(page.getByRole('heading', { name: '20 people added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)
  const address = page.url()
  expect(address).toMatch(/[?&]import=[0-9a-f-]{36}/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '20 people added' })).toBeVisible()
  await expectErrors(page)
  // Imported rows are not offered again.
  await page.goto('/users/add-bulk-users')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check this file' })).toHaveCount(0)

  // Another device: it does not have the file.
  const elsewhere = await signedIn(browser, demo.admin, address)
  await expect(elsewhere.getByRole('heading', { name: 'Three rows left out' })).toBeVisible()
  await expectErrors(elsewhere)
  await elsewhere.goto('/users/add-bulk-users')
  await elsewhere.getByRole('link', { name: 'autumn-intake.csv' }).first().click()
  await expect(elsewhere.getByRole('heading', { name: '20 people added' })).toBeVisible()
  const download = elsewhere.waitForEvent('download')
  await elsewhere.getByRole('button', { name: 'Download these rows' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    `"Hassan Ali","hassan.ali.${key}@","This is not an email address."`,
  )
  await elsewhere.getByRole('button', { name: 'Fix these rows' }).click()
  await expect(elsewhere.getByRole('heading', { name: /rows to fix/ })).toBeVisible()
  await expect(elsewhere.getByText(`Students, ${course}`)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Edit row 2' }).click()
  await elsewhere.getByRole('textbox', { name: 'Email, row 2' }).fill(`hassan.${key}@harbour.example`)
  await elsewhere.keyboard.press('Enter')
  await elsewhere.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(elsewhere.getByRole('heading', { name: '1 person added' })).toBeVisible()
  expect(await countPeople(key)).toBe(21)

  // Invisible to others.
  const other = await signedIn(browser, demo.superAdmin, address)
  await expect(other.getByText('This import is not kept any more')).toBeVisible()
})

test('leaving while a file is sent needs a confirmation; the import continues without the page, which shows it after a reload', async ({
  browser,
}) => {
  const key = `g${Date.now().toString(36)}`
  const page = await signedIn(browser, demo.admin, '/users/add-bulk-users')
  await page.locator('input[type=file]').setInputFiles(csv('people.csv', `name,email\nAna,ana.${key}@example.org\n`))
  await expect(page.getByRole('button', { name: 'Import 1 person' })).toBeVisible()
  await page.route('**/api/users/add-bulk-users?*', async (route) => {
    // The server executes it; its response never arrives.
    await route.fetch()
    await new Promise(() => {})
  })
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page).toHaveURL(/step=import&.*import=|import=.*step=import/)
  await expect.poll(() => countPeople(key)).toBe(1)
  await page.getByRole('link', { name: 'Courses', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave while the file is sent?' }).getByRole('button', { name: 'Stay' }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()
  await expect(page).toHaveURL(/step=result/)
})
