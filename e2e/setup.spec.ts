/** The first start of a school: the code from the server's output, set-up, signed in, and the school's name in the menu. */

import { findViolations } from './axe.ts'
import { freshPage } from './people.ts'
import { launchProduct } from './product.ts'
import { expect, test } from './test.ts'

test('an empty installation is set up with the printed code', async ({ browser }) => {
  const { url, output, stop } = await launchProduct({ SEED: 'none' })
  try {
    const register = (email: string) =>
      fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ana Li', email, password: 'quiet desk 20' }),
      }).then(({ status }) => status)
    expect(await register('early@harbour.example')).toBe(403)
    await expect.poll(output).toMatch(/Set-up code: \S+/)
    const code = /Set-up code: (\S+)/.exec(output())![1]!

    const page = await freshPage(browser, url)
    await page.goto('/users')
    await expect(page).toHaveURL(/\/auth\/setup$/)
    await expect(page.getByLabel('School name')).toBeFocused()
    expect(await findViolations(page)).toEqual([])
    await page.goto('/auth/register')
    await expect(page).toHaveURL(/\/auth\/setup$/)

    await page.getByLabel('School name').fill('Harbour Adult College')
    await page.getByLabel('Your name').fill('Marta Oliveira')
    await page.getByLabel('Email').fill('marta@harbour.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('a boat in the shed')
    await page.getByLabel('Set-up code').fill('ZZZZ-ZZZZ')
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await expect(page.getByRole('alert')).toContainText('This code is wrong.')
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Set-up code').fill(code.toLowerCase().replace('-', ''))
    await expect(page.getByLabel('Set-up code')).toHaveValue(code)
    await page.getByRole('button', { name: 'Create administrator' }).click()

    await expect(page.getByText('Harbour Adult College is set up')).toBeVisible()
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByRole('link', { name: 'LMS, Harbour Adult College, to the start' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'LMS, Harbour Adult College, to the start' })).toBeVisible()

    expect(await register('late@harbour.example')).toBe(201)
    const visitor = await freshPage(browser, url)
    await visitor.goto('/auth/setup')
    await expect(visitor.getByText('Set-up is done. Sign in.')).toBeVisible()
    await visitor.getByRole('link', { name: 'Sign in' }).click()
    await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(visitor.getByText('Harbour Adult College')).toBeVisible()
  } finally {
    await stop()
  }
})
