/** The formats of rich text: what the editor writes, the server keeps, pages show, and emails have styles for. */

export const textTags = ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'code', 'pre', 'hr'] as const
export type TextTag = (typeof textTags)[number]

/** Posts and emails also have mentions and pictures. */
export const postTags = ['span', 'img'] as const

export const headingLevels = [2, 3] as const

/** What a reader of the page is given, beyond what is stored: addresses of pictures are made when they are read. */
export const textAttributes = { a: ['href'], ol: ['start'] } as const
export const postAttributes = { span: ['data-mention'], img: ['data-key', 'alt'] } as const

export const linkSchemes = ['https', 'http', 'mailto'] as const

/** Blocks of which emails show the text with a blank line between them. */
export const textBlocks: readonly TextTag[] = ['p', 'h2', 'h3', 'blockquote', 'pre', 'ul', 'ol', 'hr']
