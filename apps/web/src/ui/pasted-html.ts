/** Pasted HTML in the formats that the editor has: tables, deep headings, lists of Word, super- and subscripts become what it can keep. */

const superscripts: Record<string, string> = Object.fromEntries(zip('0123456789+-=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'))
const subscripts: Record<string, string> = Object.fromEntries(zip('0123456789+-=()aeoxhklmnpstijruv', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ'))

function zip(one: string, other: string): [string, string][] {
  const others = [...other]
  return [...one].map((character, index) => [character, others[index]!])
}

/** As Unicode characters if all of them exist, else after a sign: x², CO₂, x^ab. */
function raise(element: Element, characters: Record<string, string>, sign: string): void {
  const text = element.textContent
  const isWhole = [...text].every((character) => character in characters)
  element.replaceWith(
    isWhole ? [...text].map((character) => characters[character]).join('') : /^\[|^$/.test(text) ? text : `${sign}${text}`,
  )
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

const blocks = /^(P|DIV|UL|OL|LI|H[1-6]|BLOCKQUOTE|PRE|BR|TABLE|TR|TD)$/

/** The nodes of a table cell, as one line. */
function toInline(node: Node): Node[] {
  const children = [...node.childNodes].flatMap((child) => toInline(child))
  if (!(node instanceof Element)) return [node]
  if (blocks.test(node.tagName)) return [...children, node.ownerDocument.createTextNode(' ')]
  node.replaceChildren(...children)
  return [node]
}

/** A line a row. A table of one column is only layout. */
function flattenTable(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) => [...row.cells])
  if (rows.every((cells) => cells.length <= 1)) {
    table.replaceWith(...rows.flat().flatMap((cell) => [...cell.childNodes]))
    return
  }
  const lines = rows.map((cells) => {
    const line = table.ownerDocument.createElement('p')
    for (const [index, cell] of cells.entries()) line.append(index > 0 ? ' | ' : '', ...[...cell.childNodes].flatMap(toInline))
    return line
  })
  table.replaceWith(...lines.filter((line) => /[^\s|]/.test(line.textContent)))
}

const wordItem = 'p[style*="mso-list:" i]'

/** Word writes the items of a list as paragraphs, with the level in their style and the bullet or number in their text. */
function takeWordItem(item: Element) {
  const marker = item.querySelector('[style*="mso-list:ignore" i]')
  const isOrdered = /^[\s(]*[\p{L}\p{N}]{1,4}[.)]/u.test(marker?.textContent ?? '')
  marker?.remove()
  const level = Number(/level(\d)/i.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)
  const entry = item.ownerDocument.createElement('li')
  entry.append(...item.childNodes)
  return { level, name: isOrdered ? 'ol' : 'ul', entry }
}

function joinWordLists(body: HTMLElement): void {
  let open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const item of body.querySelectorAll(wordItem)) {
    if (last === null || item.previousElementSibling !== last) open = []
    const { level, name, entry } = takeWordItem(item)
    open = open.filter((one) => one.level < level || (one.level === level && one.list.localName === name))
    let top = open.at(-1)
    if (top?.level !== level) {
      const list = item.ownerDocument.createElement(name)
      if (top) top.list.lastElementChild!.append(list)
      else item.before(list)
      top = { list, level }
      open.push(top)
    }
    top.list.append(entry)
    item.remove()
    last = open[0]!.list
  }
}

export function toEditorHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('sup, span[style*="vertical-align:super"]')) raise(element, superscripts, '^')
  for (const element of body.querySelectorAll('sub, span[style*="vertical-align:sub"]')) raise(element, subscripts, '_')
  for (const element of body.querySelectorAll('h1')) rename(element, 'h2')
  for (const element of body.querySelectorAll('h4, h5, h6')) rename(element, 'h3')
  // Inner tables first.
  for (const table of [...body.querySelectorAll('table')].reverse()) flattenTable(table)
  joinWordLists(body)
  return body.innerHTML
}
