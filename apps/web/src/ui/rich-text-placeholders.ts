/** Placeholders in a text, `{{name}}`, which are filled in for each reader: one element in the editor, and as they are stored. */

import { InputRule, mergeAttributes, Node } from '@tiptap/react'

const placeholderAttribute = 'data-placeholder'
const placeholderPattern = /\{\{\s*(\w+)\s*\}\}/g

/** `{{name}}` as one element, which Backspace removes as a whole; typing it by hand creates one too. */
export const PlaceholderNode = Node.create<{ names: readonly string[] }>({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addOptions: () => ({ names: [] }),
  addAttributes: () => ({ name: { default: '', parseHTML: (element) => element.getAttribute(placeholderAttribute) } }),
  parseHTML: () => [{ tag: `span[${placeholderAttribute}]` }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { [placeholderAttribute]: String(node.attrs['name']) }),
    String(node.attrs['name']),
  ],
  addInputRules() {
    return [
      new InputRule({
        find: /\{\{\s*(\w+)\s*\}\}$/,
        handler: ({ match, range, chain }) => {
          const name = match[1] ?? ''
          if (!this.options.names.includes(name)) return
          chain().deleteRange(range).insertContent({ type: this.name, attrs: { name } }).run()
        },
      }),
    ]
  },
})

/** Placeholders in the text become elements; those in addresses of links stay as they are written. */
export function toPieces(html: string, names: readonly string[]): string {
  if (names.length === 0 || !html.includes('{{')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    const parts = text.data.split(placeholderPattern)
    if (parts.length === 1) continue
    text.replaceWith(...parts.map((part, index) => (index % 2 === 0 ? part : toPiece(part, names))))
  }
  return body.innerHTML
}
function toPiece(key: string, names: readonly string[]): Element | string {
  if (!names.includes(key)) return `{{${key}}}`
  const piece = document.createElement('span')
  piece.setAttribute(placeholderAttribute, key)
  piece.textContent = key
  return piece
}

export const fromPieces = (html: string): string =>
  html.replace(new RegExp(`<span[^>]*${placeholderAttribute}="(\\w+)"[^>]*>[^<]*</span>`, 'g'), '{{$1}}')
