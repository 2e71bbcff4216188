/** The focus of forms: at the first field that is wrong, which is scrolled into view. Inputs have the path of their value as id. */

/** Of a path such as `captions.0.url`, or of the field around it. */
const findInput = (path: string): HTMLElement | null =>
  document.getElementById(path) ?? (path.includes('.') ? findInput(path.slice(0, path.lastIndexOf('.'))) : null)

export function focusField(path: string): void {
  const field = findInput(path)
  // Among options that are folded away, nothing can have the focus.
  field?.closest('details')?.setAttribute('open', '')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** The first of them on the page gets the focus. What cannot have it leaves it to the summary of errors. */
export function focusFirst(paths: readonly string[]): void {
  const isBefore = (one: string, other: string): boolean => {
    const [field, next] = [findInput(one), findInput(other)]
    return field !== null && (!next || Boolean(field.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING))
  }
  const [first] = paths.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
  if (first !== undefined) focusField(first)
}

export const hasFocus = (path: string | undefined): boolean =>
  path !== undefined && findInput(path)?.contains(document.activeElement) === true
