/** Who takes part in the journeys, and how they come in. */
import type { Client } from '@lms/contract/client'
import type { Browser, Page } from '@playwright/test'
import { clientOf, origin } from './client.ts'

/** Accounts of the demo data; their password is public. */
export const demo = {
  superAdmin: 'sam.okafor@harbour.example',
  admin: 'marta.oliveira@harbour.example',
  trainer: 'ines.carvalho@harbour.example',
  /** Teaches what journeys add: the first page of the other one keeps the demo's courses. */
  otherTrainer: 'tom.reyes@harbour.example',
  student: 'ana.li@harbour.example',
} as const
export const password = 'quiet desk 20'

/** A page of somebody who is not signed in, with nobody else's cookies or storage. */
export async function freshPage(browser: Browser, baseURL = origin()): Promise<Page> {
  const context = await browser.newContext({ baseURL, acceptDownloads: true })
  return context.newPage()
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await signInHere(page, email)
}

/** The same in the page as it is, for one that would forget something with a new load. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}

const logIn = (email: string) => clientOf().auth.login({ body: { email, password } })

/** Their calls, without a browser. */
export const clientFor = async (email: string): Promise<Client> => clientOf((await logIn(email)).token)

/** A page of somebody who came back, with a session of its own that the form had no part in; it shows nothing yet. */
export async function returning(browser: Browser, email: string, baseURL?: string): Promise<Page> {
  const [page, { token, user }] = [await freshPage(browser, baseURL), await logIn(email)]
  // What the app will read is written on a page of the same origin that runs nothing.
  await page.goto('/api/ready')
  const kept = JSON.stringify({ state: { token, user, isAuthenticated: true }, version: 0 })
  await page.evaluate((value) => localStorage.setItem('auth-storage', value), kept)
  return page
}

/** The same, at an address. */
export async function signedIn(browser: Browser, email: string, path = '/'): Promise<Page> {
  const page = await returning(browser, email)
  await page.goto(path)
  return page
}
