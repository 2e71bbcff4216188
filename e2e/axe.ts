/** Violations found by axe on a page, by the rules of WCAG 2.2 A and AA, and headings that leave out a level. */

import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Changes the colour scheme, and waits until the page uses it. */
export async function showColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** One line per rule, with the violating elements; `only` names the rules to check. */
export async function findViolations(page: Page, { only }: { only?: string[] } = {}): Promise<string[]> {
  // Colours in transition have a different contrast.
  await page.evaluate(async () => {
    const running = () => document.getAnimations().some(({ playState }) => playState === 'running')
    // Milliseconds; then axe reports what it sees.
    const end = performance.now() + 10_000
    while (running() && performance.now() < end) await new Promise(requestAnimationFrame)
  })
  // Once per document: compiling axe is half of its cost.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Frames are players of other sites. No rule of these needs the style sheets, which axe would request again.
  const rules = only ? {} : { 'heading-order': { enabled: true } }
  const options: RunOptions = { resultTypes: ['violations'], runOnly: only ?? wcag, rules, iframes: false, preload: false }
  const { violations } = await page.evaluate((asked) => (window as unknown as { axe: typeof axe }).axe.run(asked), options)
  // What users write has the levels that they chose, and the page of the API is not ours.
  const isForeign = (id: string, html: string): boolean => id === 'heading-order' && /^<h\d (dir="auto"|class="opblock)/.test(html)
  const ours = violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isForeign(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0)
  return ours.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} (${any.map(({ message, relatedNodes }) => [message, ...(relatedNodes ?? []).map((one) => one.html.slice(0, 80))].join(' ')).join('; ')})`).join(' | ')}`,
  )
}
