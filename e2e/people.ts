/** Who takes part in the journeys, and how they come in. */
import type { Browser, Page } from '@playwright/test'

/** Accounts of the demo data; their password is public. */
export const demo = {
  superAdmin: 'sam.okafor@harbour.example',
  admin: 'marta.oliveira@harbour.example',
  trainer: 'ines.carvalho@harbour.example',
  student: 'ana.li@harbour.example',
} as const
export const password = 'quiet desk 20'

/** A page of somebody who is not signed in, with nobody else's cookies or storage. */
export async function freshPage(browser: Browser, baseURL = process.env.BASE_URL!): Promise<Page> {
  const context = await browser.newContext({ baseURL, acceptDownloads: true })
  return context.newPage()
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}

export async function signedIn(browser: Browser, email: string, baseURL?: string): Promise<Page> {
  const page = await freshPage(browser, baseURL)
  await signIn(page, email)
  return page
}
