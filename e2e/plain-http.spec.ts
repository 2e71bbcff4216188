/** The product on a school's own network: plain http under a host name, where browsers withhold secure-context features. */

import type { Browser, Page } from '@playwright/test'
import { findViolations } from './axe.ts'
import { origin } from './client.ts'
import { freshPage, signIn } from './people.ts'
import { schoolHost } from './playwright.config.ts'
import { countParts, gate, home, inParts, newStaff, newTrainer, publish, recording, stored, tray } from './recordings.ts'
import { expect, test } from './test.ts'

/** A page under that name, which lacks those features. */
async function plainPage(browser: Browser): Promise<Page> {
  const page = await freshPage(browser, origin().replace('127.0.0.1', schoolHost))
  await page.goto('/auth/login')
  const has = () => [isSecureContext, 'randomUUID' in crypto, 'subtle' in crypto, 'locks' in navigator, 'clipboard' in navigator]
  expect(await page.evaluate(has)).toEqual([false, false, false, false, false])
  return page
}

test('a person is added, an import runs, and what is copied can be pasted', async ({ browser }) => {
  const key = Date.now().toString(36)
  const page = await plainPage(browser)
  // Accounts of the demo do not work under another name.
  await signIn(page, await newStaff('ADMIN'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Add User' }).click()
  await page.getByLabel('Name').fill(`Noor ${key}`)
  await page.getByLabel('Email', { exact: true }).fill(`noor.${key}@example.org`)
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect(page).toHaveURL(/\/users\?/)

  await page.goto('/users/add-bulk-users')
  const buffer = Buffer.from(`name,email\nAna,ana.${key}@example.org\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person added' })).toBeVisible()

  await page.goto(`/users?${new URLSearchParams({ page: '1', role: 'all', course: 'all', search: key })}`)
  await page.getByRole('checkbox', { name: 'All on this page' }).click()
  await page.getByRole('button', { name: /mail|write/i }).click()
  const dialog = page.getByRole('dialog')
  const addresses = await dialog.getByLabel('Addresses').inputValue()
  expect(addresses.split(', ').toSorted()).toEqual([`ana.${key}@example.org`, `noor.${key}@example.org`])
  await dialog.getByRole('button', { name: 'Copy addresses' }).click()
  await expect(page.getByText('2 addresses copied')).toBeVisible()
  const search = page.getByRole('searchbox').first()
  await search.fill('')
  await search.press('ControlOrMeta+v')
  await expect(search).toHaveValue(addresses)
})

test('a lecture is uploaded in parts; after a reload it can only be discarded', async ({ browser }, info) => {
  const page = await plainPage(browser)
  const email = await newTrainer()
  await signIn(page, email)
  const mine = await home('Plain http', { email })
  const { path, hash } = await recording(info, 'plain.webm', inParts)
  const parts = countParts(page)
  await page.goto(mine.addMedia)
  const line = await gate(page, 2)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
  await expect.poll(() => parts.arrived.length, { timeout: 30_000 }).toBeGreaterThan(1)
  page.once('dialog', (dialog) => void dialog.accept())
  line.lose()
  await page.reload()
  const row = tray(page).getByRole('group', { name: 'plain.webm' })
  await expect(row).toContainText('It cannot be continued here, because this site is not served over https.')
  await expect(row.getByRole('button')).toHaveText(['Discard'])
  expect(await findViolations(page)).toEqual([])
  const unfinished = async () => (await mine.trainer.files.listUploads({ query: {} })).total
  expect(await unfinished()).toBe(1)
  await row.getByRole('button', { name: 'Discard the upload of plain.webm' }).click()
  await page.getByRole('button', { name: 'Discard upload' }).click()
  await expect(tray(page)).toHaveCount(0)
  await expect.poll(unfinished).toBe(0)

  await page.goto(mine.addMedia)
  await page.locator('input[type=file]').setInputFiles(path)
  await publish(page)
  await expect(page.getByText('Plain is in week 1')).toBeVisible({ timeout: 60_000 })
  expect(await stored(mine)).toMatchObject([{ title: 'Plain', hash }])
})
