/** The journeys' `test`: what one opened is closed after it, so that no video plays on and no page asks on beneath the next. */
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
