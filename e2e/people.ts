/** The users of the journeys, and how they sign in. */

import type { Browser, Page } from '@playwright/test'
import type { Client } from '@lms/contract/client'
import { clientOf, origin } from './client.ts'

/** Accounts of the demo data; their password is public. */
export const demo = {
  superAdmin: 'sam.okafor@harbour.example',
  admin: 'marta.oliveira@harbour.example',
  trainer: 'ines.carvalho@harbour.example',
  /** Teaches what journeys add, so that the other one's dashboard keeps the demo's courses. */
  otherTrainer: 'tom.reyes@harbour.example',
  student: 'ana.li@harbour.example',
} as const
export const password = 'quiet desk 20'

/** A page without a session, with its own cookies and storage. */
export async function freshPage(browser: Browser, baseURL = origin()): Promise<Page> {
  const context = await browser.newContext({ baseURL, acceptDownloads: true })
  return context.newPage()
}

/** Signs in through the form. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await signInHere(page, email)
}

/** The same in the current page, whose state a reload would lose. */
export async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}

export const logIn = (email: string) => clientOf().auth.login({ body: { email, password } })

const demoClients = new Map<string, Promise<Client>>()

/** Their API client, without a browser. Users of the demo data, whose sessions no journey ends, sign in once. */
export function clientFor(email: string): Promise<Client> {
  const isDemo = Object.values<string>(demo).includes(email)
  const client = demoClients.get(email) ?? logIn(email).then(({ token }) => clientOf(token))
  if (isDemo) demoClients.set(email, client)
  return client
}

/** A page of a returning user, with a session created without the form; it shows nothing yet. */
export const returning = async (browser: Browser, email: string, baseURL?: string): Promise<Page> =>
  pageIn(browser, await logIn(email), baseURL)

/** The same in a session that exists already. */
export async function pageIn(browser: Browser, { token, user }: Awaited<ReturnType<typeof logIn>>, baseURL = origin()): Promise<Page> {
  const page = await freshPage(browser, baseURL)
  const kept = JSON.stringify({ state: { token, user, isAuthenticated: true }, version: 0 })
  // The first page of the product finds the session; what has become of it since, later ones do not lose.
  const keep = ({ site, value }: { site: string; value: string }): void => {
    if (self.origin === site && localStorage.getItem('auth-storage') === null) localStorage.setItem('auth-storage', value)
  }
  await page.addInitScript(keep, { site: new URL(baseURL).origin, value: kept })
  return page
}

/** The same, at a path. */
export async function signedIn(browser: Browser, email: string, path = '/'): Promise<Page> {
  const page = await returning(browser, email)
  await page.goto(path)
  return page
}
