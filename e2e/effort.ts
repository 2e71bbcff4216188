/** Counts what a person has to do on the way to something: clicks and keys, not the content they type. */
import type { Locator, Page } from '@playwright/test'

export function countEffort(page: Page) {
  const effort = {
    clicks: 0,
    keys: 0,
    click: async (target: Locator): Promise<void> => {
      await target.click()
      effort.clicks += 1
    },
    press: async (key: string): Promise<void> => {
      await page.keyboard.press(key)
      effort.keys += 1
    },
    type: (target: Locator, text: string): Promise<void> => target.fill(text),
    /** One click opens the system's dialog, one chooses in it. */
    chooseFile: async (target: Locator, files: string | string[]): Promise<void> => {
      await target.setInputFiles(files)
      effort.clicks += 2
    },
  }
  return effort
}
