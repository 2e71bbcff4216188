/** The open requests of a page, and the way to another screen without loading the product again. */

import { expect, type Page, type Request } from '@playwright/test'

/** Shows another screen as a link does: until it can be drawn, the one before stays. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('[data-navigating]')).toHaveCount(0)
}

export function requestsOf(page: Page): { done: () => Promise<void> } {
  const open = new Set<Request>()
  let [asked, isLeaving] = [0, false]
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true
    open.add(request)
    asked += 1
  })
  page.on('framenavigated', (frame) => {
    // A new document drops the requests of the previous one, whose ends are not always reported.
    if (isLeaving && frame === page.mainFrame()) open.clear()
    isLeaving &&= frame !== page.mainFrame()
  })
  const close = (request: Request): void => void open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)

  /** Everything has loaded. Playwright's `networkidle` waits half a second for that, however idle the page is. */
  async function done(): Promise<void> {
    // A response may cause another request, so that one check is not enough.
    for (let quiet = 0; quiet < 2;) {
      await expect.poll(() => open.size, { intervals: [20] }).toBe(0)
      const before = asked
      // Milliseconds; in the page, where it takes longer while there is something to do.
      await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 60)))
      quiet = asked === before && open.size === 0 ? quiet + 1 : 0
    }
  }
  return { done }
}
