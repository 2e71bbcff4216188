/** Forced colours, as of Windows with high contrast: what is on, chosen or current can be told from what is not. */

import type { Locator, Page } from '@playwright/test'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

/** How an element and what belongs to it is drawn, without words: only colours and borders that are left then. */
const lookOf = (element: Locator): Promise<string> =>
  element.evaluate((of) => {
    const read = (pseudo?: string): string => {
      const { backgroundColor, backgroundImage, outlineStyle, outlineColor, borderTopColor, borderBottomColor, borderLeftColor, content } =
        getComputedStyle(of, pseudo)
      return [
        backgroundColor,
        backgroundImage,
        outlineStyle,
        outlineStyle === 'none' ? '' : outlineColor,
        borderTopColor,
        borderBottomColor,
        borderLeftColor,
        content,
      ].join(' ')
    }
    return [read(), read('::before'), read('::after')].join(' | ')
  })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('the current item of the menu, the chosen card and a switch look different from the others', async ({ browser }) => {
  const page = await signedIn(browser, demo.trainer)
  await page.emulateMedia({ forcedColors: 'active' })

  await open(page, '/attendance')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const current = menu.and(page.locator('[aria-current]'))
  expect(await lookOf(current)).not.toBe(await lookOf(menu.and(page.locator(':not([aria-current])')).first()))

  await page.getByRole('link', { name: /^Mark week/ }).click()
  const cards = page.locator('label:has(input[type=radio])').filter({ visible: true })
  await cards.first().waitFor()
  expect(await lookOf(cards.and(page.locator(':has(:checked)')).first())).not.toBe(
    await lookOf(cards.and(page.locator(':not(:has(:checked))')).first()),
  )

  await open(page, '/profile')
  const input = page.getByRole('switch').first()
  const track = input.locator('xpath=following-sibling::*[1]')
  await expect(track).toBeVisible()
  expect(await track.evaluate((of) => getComputedStyle(of).borderTopWidth)).toBe('1px')
  const looks = new Set<string>()
  for (let n = 0; n < 2; n++) {
    looks.add(await lookOf(track))
    await track.click()
  }
  expect(looks.size).toBe(2)
})

test('the weeks in the line of a course are told apart, and from the page', async ({ browser }) => {
  const page = await signedIn(browser, demo.student)
  await page.emulateMedia({ forcedColors: 'active' })
  const looks = async (elements: Locator): Promise<number> => new Set(await Promise.all((await elements.all()).map(lookOf))).size

  const line = page.getByRole('img', { name: /^Week \d+ of \d+$/ }).first()
  await line.waitFor()
  // Done, current, ahead.
  expect(await looks(line.locator('> *'))).toBeGreaterThanOrEqual(3)
  const paper = await page.locator('body').evaluate((of) => getComputedStyle(of).backgroundColor)
  for (const part of await line.locator('> :not([style])').all())
    expect(await part.evaluate((of) => getComputedStyle(of).backgroundColor)).not.toBe(paper)
  await page.context().close()
})
