/** Uploaded files are not pages of the product: scripts inside do not run, and cannot read the session. */

import type { Page, Route } from '@playwright/test'
import { origin } from './client.ts'
import { clientFor, demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** A script, and a page with the same script: it sends what it steals to a path that the test observes. */
const steal = `fetch('/api/stolen?'+Object.keys(localStorage))`
const payload = `${steal}//<html><body><img src=x onerror="${steal}"><script>${steal}</script></body></html>`

/** Starts with valid magic bytes, so that it is accepted. A GIF that is also a script is an old trick. */
const uploads = [
  { type: 'text/plain', name: 'notes.txt', bytes: payload, isSaved: true },
  { type: 'text/x-source', name: 'index.html', bytes: payload, isSaved: true },
  { type: 'text/vtt', name: 'captions.vtt', bytes: `WEBVTT\n\n${payload}`, isSaved: true },
  { type: 'application/pdf', name: 'paper.pdf', bytes: `${payload}\n%PDF-1.7`, isSaved: true },
  { type: 'image/gif', name: 'me.gif', bytes: `GIF89a=1;${payload}`, isSaved: false },
]

async function addressOf(type: string, fileName: string, text: string): Promise<string> {
  const client = await clientFor(demo.trainer)
  const bytes = Buffer.from(text)
  const { key, uploadId } = await client.files.initMultipart({ body: { fileType: type, fileName, size: bytes.length } })
  const { url } = await client.files.presignPart({ query: { key, uploadId, partNumber: 1 } })
  const put = await fetch(new URL(url, origin()), { method: 'PUT', body: bytes })
  const parts = [{ partNumber: 1, etag: put.headers.get('etag')! }]
  return (await client.files.completeMultipart({ body: { key, uploadId, parts } })).url
}

/** What the scripts got, by the calls that they made. */
function thefts(page: Page): string[] {
  const stolen: string[] = []
  page.context().on('request', (request) => void (request.url().includes('/api/stolen') && stolen.push(request.url())))
  return stolen
}

/** Opens the URL like a link: the browser shows it or saves it. */
async function open(page: Page, address: string): Promise<'shown' | 'saved'> {
  const saved = page.waitForEvent('download').then(
    () => 'saved' as const,
    () => 'shown' as const,
  )
  const shown = page.goto(address, { waitUntil: 'load' }).then(
    () => 'shown' as const,
    () => saved,
  )
  return Promise.race([shown, saved])
}

/** Whether a page of the product could embed the file. */
const taken = (page: Page, address: string) =>
  page.evaluate(async (url) => {
    const asElement = (element: HTMLElement): Promise<boolean> =>
      new Promise((resolve) => {
        element.addEventListener('load', () => resolve(true))
        element.addEventListener('error', () => resolve(false))
        document.body.append(element)
      })
    const worker = (): Promise<boolean> =>
      new Promise((resolve) => {
        const one = new Worker(url)
        one.addEventListener('error', () => resolve(false))
        one.addEventListener('message', () => resolve(true))
      })
    const asModule = import(url).then(
      () => true,
      () => false,
    )
    return [await asElement(Object.assign(document.createElement('script'), { src: url })), await asModule, await worker()]
  }, address)

test('files with a script inside cannot read the session', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const stolen = thefts(page)
  for (const { type, name, bytes, isSaved } of uploads) {
    await test.step(type, async () => {
      const address = new URL(await addressOf(type, name, bytes), origin()).href
      expect(await taken(page, address)).toEqual([false, false, false])
      const tab = await page.context().newPage()
      expect(await open(tab, address)).toBe(isSaved ? 'saved' : 'shown')
      await tab.close()
      expect(stolen).toEqual([])

      // Even as an HTML page the sandbox would protect the session; without it, this script can read it.
      const asPage = (isHeld: boolean) => async (route: Route) => {
        const response = await route.fetch()
        const { 'content-disposition': _saved, 'content-security-policy': policy, ...headers } = response.headers()
        const held = { ...headers, 'content-type': 'text/html', ...(isHeld && { 'content-security-policy': policy! }) }
        await route.fulfill({ response, headers: held })
      }
      for (const isHeld of [true, false]) {
        const other = await page.context().newPage()
        await other.route(address, asPage(isHeld))
        await other.goto(address, { waitUntil: 'load' })
        if (isHeld) expect(stolen).toEqual([])
        else await expect.poll(() => stolen.join()).toContain('auth-storage')
        await other.close()
      }
      stolen.length = 0
    })
  }
})

test('HTML, SVG and script files are rejected', async () => {
  const client = await clientFor(demo.trainer)
  for (const fileType of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'text/javascript'])
    await expect(client.files.presignUpload({ query: { fileType } }), fileType).rejects.toMatchObject({ problem: 'unsupported-type' })
})
