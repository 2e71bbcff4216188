/** Where in the page something with the focus is, written down while it is there: after it is removed, its place cannot be read any more. */

/** An element and its ancestors, each with its position in its parent. */
export type FocusTrail = readonly { element: Element; index: number }[]

export function toFocusTrail(element: Element): FocusTrail {
  const trail: { element: Element; index: number }[] = []
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    trail.push({ element: at, index: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 })
  return trail
}
