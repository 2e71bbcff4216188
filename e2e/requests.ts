/** What a page has asked for and not yet got. */
import { expect, type Page, type Request } from '@playwright/test'

export function requestsOf(page: Page): { done: () => Promise<void> } {
  const open = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    // A new document leaves behind what the last one asked for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    open.add(request)
    asked += 1
  })
  const close = (request: Request): void => void open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)

  /** Everything is there. Playwright's `networkidle` waits half a second for that, however idle the page is. */
  async function done(): Promise<void> {
    // An answer may lead to the next question, so that one look is not enough.
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
