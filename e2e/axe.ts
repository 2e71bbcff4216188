/** Violations found by axe on a page, by the rules of WCAG 2.2 A and AA. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Changes the colour scheme, and waits until the page uses it. */
export async function showColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

type Looked = { only?: string[] }

/** One line per rule, with the violating elements; `only` names the rules to check. */
export async function findViolations(page: Page, { only }: Looked = {}): Promise<string[]> {
  // Colours in transition have a different contrast.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const axe = new AxeBuilder({ page })
  // Without frames there is nothing to merge, for which axe opens a separate page each time.
  axe.setLegacyMode(page.frames().length === 1)
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(wcag)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}
