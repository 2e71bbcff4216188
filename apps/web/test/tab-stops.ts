/** Parts of a page that arrow keys walk through are one tab stop each. */

const composites = '[role=grid], [role=tablist], [role=toolbar], [role=menubar], [role=tree], ol, ul'
/** Of a grid its cells: what opens in one has stops of its own. */
const inGrid = '[data-cell]'
const focusable = 'a[href], button, input, select, textarea, [tabindex], [contenteditable=true]'

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && !element.closest('[inert], [hidden], [aria-hidden=true]')

/** A list is walked by arrow keys if each of its items is a button or a link with a tab index of its own. */
const isComposite = (element: Element): boolean => {
  if (!element.matches('ol, ul')) return true
  const items = [...element.children]
  return items.length > 0 && items.every(({ children: [only, more] }) => only?.matches('button[tabindex], a[tabindex]') && !more)
}

/** The parts of the page with another number of tab stops than one. */
export function findWrongTabStops(root: ParentNode = document): string[] {
  return [...root.querySelectorAll(composites)].filter(isComposite).flatMap((element) => {
    const parts = [...element.querySelectorAll<HTMLElement>(element.matches('[role=grid]') ? inGrid : focusable)]
    const stops = parts.filter(isStop).length
    if (stops === 1 || parts.length === 0) return []
    return [`${element.getAttribute('aria-label') ?? element.getAttribute('role') ?? element.className}: ${stops}`]
  })
}
