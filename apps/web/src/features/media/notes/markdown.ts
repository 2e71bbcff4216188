/** The Markdown of notes: the source stays readable, and is never interpreted as HTML. */

import { isLinkUrl } from '@lms/contract/rules/https-url'

export type Inline =
  | string
  | { kind: 'strong'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
export type Block = { kind: 'text' | 'quote'; parts: Inline[] } | { kind: 'list'; items: Inline[][] } | { kind: 'pre'; text: string }

const inlinePattern = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>"]+)/g

/** Punctuation after a URL is not part of it. */
const addressEnd = /[.,;:!?)]+$/

function parseInlines(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, code, strong, label, href, bare] = match
    if (match.index > at) parts.push(text.slice(at, match.index))
    at = match.index + whole.length
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (href !== undefined && label !== undefined) parts.push(isLinkUrl(href) ? { kind: 'link', text: label, href } : whole)
    else if (bare !== undefined) {
      const address = bare.replace(addressEnd, '')
      parts.push(isLinkUrl(address) ? { kind: 'link', text: address, href: address } : address)
      at -= bare.length - address.length
    }
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

function paragraph(text: string): Block {
  const lines = text.split('\n')
  if (lines.every((line) => line.startsWith('>')))
    return { kind: 'quote', parts: parseInlines(lines.map((line) => line.replace(/^> ?/, '')).join('\n')) }
  if (lines.every((line) => /^[-*] /.test(line))) return { kind: 'list', items: lines.map((line) => parseInlines(line.slice(2))) }
  return { kind: 'text', parts: parseInlines(text) }
}

export function parseBlocks(content: string): Block[] {
  // Odd parts are between fences; an unclosed fence runs to the end.
  return content
    .replaceAll('\r\n', '\n')
    .split(/^```[^\n]*\n?/m)
    .flatMap((piece, index): Block[] => {
      if (index % 2 === 1) return [{ kind: 'pre', text: piece.replace(/\n$/, '') }]
      return piece
        .split(/\n\s*\n/)
        .map((text) => text.replace(/^\n+|\s+$/g, ''))
        .filter(Boolean)
        .map(paragraph)
    })
}
