/** Counts the user's effort: clicks and keys, not the content they type. */

import type { Locator, Page } from '@playwright/test'

type FileToChoose = string | { name: string; mimeType: string; buffer: Buffer }

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
    /** A click if the field does not have the focus. */
    type: async (target: Locator, text: string): Promise<void> => {
      const hasFocus = await target.evaluate((field) => field === document.activeElement)
      if (!hasFocus) await effort.click(target)
      // Existing text that is not selected has to be selected first.
      const isInTheWay = await target.evaluate((field) => {
        const { value } = field as HTMLInputElement
        return value !== '' && getSelection()?.toString() !== value
      })
      if (isInTheWay) await effort.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /** In another program, such as a mail program, which tests cannot control. */
    clickElsewhere: (): void => void (effort.clicks += 1),
    /** One click on the button that opens the system's dialog, two in it: the file, and “Open”. */
    chooseFile: async (button: Locator, file: FileToChoose): Promise<void> => {
      const dialog = page.waitForEvent('filechooser')
      await button.click()
      await (await dialog).setFiles(file)
      effort.clicks += 3
    },
    /** The same if the button uses a file picker with handles, which tests cannot control: its input gets the file. */
    chooseStoredFile: async (button: Locator, input: Locator, file: FileToChoose): Promise<void> => {
      await button.click({ trial: true })
      await input.setInputFiles(file)
      effort.clicks += 3
    },
  }
  return effort
}
