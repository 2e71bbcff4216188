/** How much a job asks of somebody's hands: clicks and keys, counted while the journey does it. */
import type { Locator, Page } from '@playwright/test'

type FileToChoose = string | { name: string; mimeType: string; buffer: Buffer }

export class Effort {
  /** A press on a thing is one; a drop-down list is two, and so is the system's dialog for files. */
  clicks = 0
  /** Keys that move and confirm. */
  keys = 0
  /** Keys of the text itself: what it costs anywhere, so that no limit is set on it. */
  content = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  /** The button that opens the dialog, then the dialog: the file, and “Open”. */
  async chooseFile(button: Locator, file: FileToChoose): Promise<void> {
    const dialog = this.#page.waitForEvent('filechooser')
    await this.click(button)
    this.clicks += 2
    await (await dialog).setFiles(file)
  }

  /** `Enter`, `F8`, `Tab`: each is one. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1
      await this.#page.keyboard.press(key)
    }
  }

  /** Where the focus is. */
  async type(text: string): Promise<void> {
    this.content += text.length
    await this.#page.keyboard.type(text)
  }
}
