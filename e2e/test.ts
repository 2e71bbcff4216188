/**
 * The journeys' `test`: closes everything that one opened, so that no video or polling continues during the next.
 * Prints the pages of a failed journey first, so that the log alone shows what was on the screen.
 */

import { test as base, type Browser } from '@playwright/test'

export { expect } from '@playwright/test'

export const test = base.extend<{
  closing: void
  /** For what a headless shell cannot do; without one installed, the test is skipped. */
  fullBrowser: Browser
}>({
  fullBrowser: async ({ browser }, use, info) => {
    const executablePath = process.env.FULL_CHROMIUM_PATH
    base.skip(!executablePath, 'There is no full Chromium; set FULL_CHROMIUM_PATH.')
    const full = await browser.browserType().launch({ executablePath: executablePath! })
    await use(full)
    if (info.status !== info.expectedStatus) await printPages(full)
    await full.close()
  },
  closing: [
    async ({ browser }, use, info) => {
      await use()
      if (info.status !== info.expectedStatus) await printPages(browser)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

async function printPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page.innerText('body', { timeout: 5_000 }).catch(String)
    console.log(`${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 3_000)}`)
  }
}
