/** What a page would be on paper. */

import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page of paper. `paper`: without it the size that the page asks for, else A4. */
export async function printedTexts(page: Page, paper?: { width: string; height: string }): Promise<string[]> {
  const pdf = await page.pdf(paper ?? { format: 'A4', preferCSSPageSize: true })
  const file = await getDocument({ data: new Uint8Array(pdf) }).promise
  const numbers = Array.from({ length: file.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await file.getPage(number)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
}

/** The dialog of the browser would wait for a person. */
export const stopPrintDialog = (page: Page): Promise<void> => page.evaluate(() => void (window.print = () => undefined))
