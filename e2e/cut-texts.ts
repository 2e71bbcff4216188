/** What of a screen is cut, or scrolls sideways where it should not. */

import type { Page } from '@playwright/test'

/** Boxes that may scroll sideways: tables and grids, rows of tabs and tools, code, and what a person writes in one line. */
const scrollers =
  '[role=region], nav, pre, [role=tablist], input, textarea, [role=group][aria-label^="Actions"], .mantine-RichTextEditor-toolbar'

/** One line for each place; empty if everything can be read. */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate((mayScroll) => {
    const found: string[] = []
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className.split(' ')[0]} “${(element.textContent ?? '').trim().slice(0, 30)}”`
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways, ${scrollWidth} of ${clientWidth}`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // What is a pixel wide is there for screen readers.
      if (element.clientWidth <= 1 || element.closest('[aria-hidden=true]') || element.closest('svg')) continue
      const style = getComputedStyle(element)
      const isHidden = style.clipPath !== 'none' || style.visibility === 'hidden' || Number.parseFloat(style.opacity) === 0
      if (isHidden) continue
      const isCut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'visible'
      const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (isCut && !hasEllipsis && !element.closest(mayScroll))
        found.push(`${nameOf(element)}: ${element.scrollWidth} in ${element.clientWidth}`)
      const { right, left } = element.getBoundingClientRect()
      const hasOwnText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (hasOwnText && (right > clientWidth + 1 || left < -1) && !element.closest(mayScroll))
        found.push(`${nameOf(element)}: from ${Math.round(left)} to ${Math.round(right)}`)
    }
    return found.slice(0, 8)
  }, scrollers)
