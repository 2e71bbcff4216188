/** Every screen of the product, in both colour schemes: no violations for axe, no sideways scroll at 320 px, no error in the console. */
import type { Page } from '@playwright/test'
import { findViolations, showColors } from './axe.ts'
import { demo, freshPage, returning } from './people.ts'
import { requestsOf } from './requests.ts'
import { demoIds, everybody, managing, publicScreens, teaching } from './screen-list.ts'
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
        await expect(page.getByRole('heading', { name: 'Three rows need you' })).toBeVisible()
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
      await showColors(page, colorScheme)
      // In dark mode only the colours differ.
      const errors = await findViolations(page, colorScheme === 'dark' ? { only: ['color-contrast'] } : {})
      expect.soft(errors, `${screen} ${colorScheme}`).toEqual([])
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
