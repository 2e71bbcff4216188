/** A forgotten password: the code arrives by email, and few clicks lead from the sign-in page to being signed in. */

import { clientOf } from './client.ts'
import { countEffort } from './effort.ts'
import { freshPage, password } from './people.ts'
import { expect, test } from './test.ts'

/** Clicks, including those for the mail: half of what comparable products require, rounded up. */
const most = 3
const other = 'a quieter desk 21'

test('the code from the mail and a new password sign the user in; a reload in between loses nothing', async ({ browser }) => {
  const email = `forgetful.${crypto.randomUUID().slice(0, 8)}@example.org`
  await clientOf().auth.register({ body: { name: 'Ana Reis', email, password } })
  const page = await freshPage(browser)
  const outbox = await page.context().newPage()
  /** The text of an email, once it is in the outbox of the demo. */
  const mailTo = async (address: string, subject: string): Promise<string> => {
    const mail = outbox.getByRole('listitem').filter({ hasText: address }).getByRole('link', { name: subject })
    await expect(async () => {
      await outbox.goto('/outbox')
      expect(await mail.count()).toBeGreaterThan(0)
    }).toPass()
    await mail.first().click()
    return outbox.locator('pre').innerText()
  }
  const effort = countEffort(page)

  await page.goto('/auth/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await effort.type(page.getByLabel('Email'), email)
  await effort.click(page.getByRole('link', { name: 'Forgot password?' }))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).toBeFocused()
  await effort.press('Enter')
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  const code = /\b\d{3} \d{3}\b/.exec(await mailTo(email, 'Your code'))![0]
  expect(code).toMatch(/^\d{3} \d{3}$/)
  await page.getByLabel('Code').fill(code === '000 000' ? '000001' : '000000')
  await expect(page.getByText('This code is not right. 4 attempts left.')).toBeVisible()
  await page.reload()
  // Opening the mail and returning to the page; the code is read in one and typed into the other.
  effort.clickElsewhere()
  effort.clickElsewhere()
  await expect(page.getByLabel('Code')).toBeFocused()
  for (const digit of code.replace(' ', '')) await effort.press(digit)

  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('New password')).toBeFocused()
  await effort.type(page.getByLabel('New password'), other)
  await effort.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveURL('/')
  console.log(`forgotten password: ${effort.clicks} clicks, ${effort.keys} keys`)
  expect(effort.clicks).toBeLessThanOrEqual(most)

  const signIn = (word: string) => page.request.post('/api/auth/login', { data: { email, password: word } })
  expect((await signIn(password)).status()).toBe(401)
  expect((await signIn(other)).ok()).toBe(true)
  await mailTo(email, 'Your password was changed')
  const again = await page.request.post('/api/otp/verify', { data: { email, otp: code } })
  expect(again.status()).toBe(422)
})
