/** A forgotten password: the code arrives by real mail, and few clicks lead from the sign-in page to being signed in. */
import { smtpServer } from '../apps/server/test/smtp.ts'
import { countEffort } from './effort.ts'
import { demo, password } from './people.ts'
import { launchProduct } from './product.ts'
import { expect, test } from './test.ts'

/** Clicks, including those for the mail: half of what comparable products require, rounded up. */
const most = 3
const email = demo.student
const other = 'a quieter desk 21'

// It starts its own product first.
test.setTimeout(240_000)

test('the code from the mail and a new password sign the user in; a reload in between loses nothing', async ({ browser }) => {
  const smtp = await smtpServer()
  const product = await launchProduct({ SMTP_URL: smtp.url, MAIL_FROM: 'LMS <lms@harbour.example>' })
  try {
    const context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    const effort = countEffort(page)
    const codeOf = async (): Promise<string> => {
      const found = () => smtp.mails.find(({ to, source }) => to.includes(email) && source.includes('Your code'))
      await expect.poll(found).toBeDefined()
      return /\b\d{3} \d{3}\b/.exec(found()!.source)![0]
    }

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
    const code = await codeOf()
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
    await expect(page).toHaveURL(`${product.url}/`)
    console.log(`forgotten password: ${effort.clicks} clicks, ${effort.keys} keys`)
    expect(effort.clicks).toBeLessThanOrEqual(most)

    const signIn = (word: string) => page.request.post('/api/auth/login', { data: { email, password: word } })
    expect((await signIn(password)).status()).toBe(401)
    expect((await signIn(other)).ok()).toBe(true)
    const notice = () => smtp.mails.some(({ to, source }) => to.includes(email) && source.includes('Your password was changed'))
    await expect.poll(notice).toBe(true)
    const again = await page.request.post('/api/otp/verify', { data: { email, otp: code } })
    expect(again.status()).toBe(422)
  } finally {
    await product.stop()
    await smtp.close()
  }
})
