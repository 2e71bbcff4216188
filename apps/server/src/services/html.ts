/** The HTML that users may write: what the editor produces, and nothing else. */

import { Parser } from 'htmlparser2'
import sanitize from 'sanitize-html'
import { completeUrl, isLinkUrl } from '@lms/contract/rules/https-url'
import { linkSchemes, postAttributes, postTags, textAttributes, textBlocks, textTags } from '@lms/contract/rules/text-formats'
import { FileKey, Id } from '@lms/contract/values'

const sanitizeOptions: sanitize.IOptions = {
  allowedTags: [...textTags],
  allowedAttributes: { a: [...textAttributes.a, 'rel', 'target'], ol: [...textAttributes.ol] },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  transformTags: {
    ol: (tagName, { start = '' }) => ({ tagName, attribs: /^[1-9]\d{0,5}$/.test(start) ? { start } : {} }),
    a: (tagName, { href: typed = '' }) => {
      const href = completeUrl(typed)
      return { tagName, attribs: { ...(isLinkable(href) && { href }), rel: 'noopener noreferrer nofollow', target: '_blank' } }
    },
  },
}

const isLinkable = (href: string): boolean => isLinkUrl(href) || /^mailto:/i.test(href)

/**
 * Posts also have mentions, `<span data-mention="user id">@Name</span>`, and images, `<img data-key="file key" alt="">`, which get
 * their URLs when the post is read.
 */
const postOptions: sanitize.IOptions = {
  ...sanitizeOptions,
  allowedTags: [...textTags, ...postTags],
  allowedAttributes: { ...sanitizeOptions.allowedAttributes, span: [...postAttributes.span], img: [...postAttributes.img] },
  transformTags: {
    ...sanitizeOptions.transformTags,
    img: (tagName, { 'data-key': key = '', alt = '' }) => ({ tagName, attribs: { 'data-key': key, alt } }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !isImageKey(attribs['data-key'])) ||
    (tag === 'span' && !Id.safeParse(attribs['data-mention']).success ? 'excludeTag' : false),
}

const isImageKey = (key: string | undefined): boolean => FileKey.safeParse(key).success && key!.startsWith('image/')

export const cleanPost = (html: string): string => sanitize(html, postOptions)

export const cleanHtml = (html: string): string => sanitize(html, sanitizeOptions)

/** Plain text escaped for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const blocks = new Set<string>(textBlocks)
const containers = ['ul', 'ol', 'blockquote']

/** Each paragraph, list and quote of sanitized HTML gets the direction of its own text; what is within has that of the whole. */
export function withDirections(html: string): string {
  let depth = 0
  return html.replace(/<(\/?)(p|ul|ol|h2|h3|blockquote|pre)(?=[\s>])/g, (tag, end: string, name: string) => {
    const isOutermost = depth === 0 && end === ''
    if (containers.includes(name)) depth += end ? -1 : 1
    return isOutermost ? `${tag} dir="auto"` : tag
  })
}

/** As plain text: separate paragraphs, list items with a dash or their number, quotes behind “>”, URLs of links and descriptions of images in brackets. */
export function htmlToText(html: string): string {
  let text = ''
  /** Line breaks before whatever comes next. */
  let breaks = 0
  let link: { href: string; from: number } | undefined
  /** The lists around: the next number of each, null for those with dashes. */
  const lists: (number | null)[] = []
  let quotes = 0
  const add = (more: string) => {
    const start = text === '' || breaks > 0 ? '> '.repeat(quotes) : ''
    text += '\n'.repeat(breaks) + start + more
    breaks = 0
  }
  const parser = new Parser({
    ontext: (more) => {
      if (breaks === 0 || more.trim() !== '') add(more)
    },
    onopentag: (name, { href, alt, start }) => {
      if (name === 'br') breaks += 1
      if (name === 'ol') lists.push(Number(start ?? 1))
      if (name === 'ul') lists.push(null)
      if (name === 'blockquote') quotes += 1
      if (name === 'hr') add('---')
      if (name === 'li') {
        const number = lists.at(-1)
        add(typeof number === 'number' ? `${number}. ` : '- ')
        if (typeof number === 'number') lists[lists.length - 1] = number + 1
      }
      if (name === 'img') add(`[${alt || 'Picture'}]`)
      if (name === 'a' && href) {
        add('')
        link = { href, from: text.length }
      }
    },
    onclosetag: (name) => {
      if (name === 'a' && link) {
        if (text.slice(link.from) !== link.href) add(` (${link.href})`)
        link = undefined
      }
      if (name === 'ol' || name === 'ul') lists.pop()
      if (name === 'blockquote') quotes -= 1
      if (blocks.has(name)) breaks = 2
      if (name === 'li') breaks = 1
    },
  })
  parser.end(html)
  return text
    .replaceAll('\u00a0', ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
