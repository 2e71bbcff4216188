/** The HTML that people may write: what the editor makes, and nothing else. */
import { isHttpsUrl } from '@lms/contract/rules/https-url'
import sanitize from 'sanitize-html'

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'code', 'pre', 'hr'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { ...(isLinkable(href.trim()) && { href: href.trim() }), rel: 'noopener noreferrer nofollow', target: '_blank' },
    }),
  },
}

const isLinkable = (href: string): boolean => isHttpsUrl(href) || /^mailto:/i.test(href)

export const cleanHtml = (html: string): string => sanitize(html, options)

/** Plain text as it stands in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
