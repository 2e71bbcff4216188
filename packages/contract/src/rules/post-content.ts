/** The content of posts, and the users and images that its HTML refers to. */

/** As written by the server's sanitizer: an element with an id or a file key in an attribute. */
const mention = /<span data-mention="([0-9a-f-]{36})"/g
const image = /<img data-key="(image\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[a-z0-9]{2,4})"/g

export const listMentions = (html: string): string[] => [...new Set([...html.matchAll(mention)].map(([, id]) => id!))]

/** Shows another name in the mentions of these users. */
export const renameMentions = (html: string, ids: ReadonlySet<string>, name: string): string =>
  html.replace(/(<span data-mention="([0-9a-f-]{36})">)[^<]*/g, (whole, tag: string, id: string) =>
    ids.has(id) ? `${tag}@${name}` : whole,
  )

export const listImageKeys = (html: string): string[] =>
  html.includes('<img') ? [...new Set([...html.matchAll(image)].map(([, key]) => key!))] : []

/** Sets the current URL of each image. */
export const withImageUrls = (html: string, urlOf: (key: string) => string | undefined): string =>
  html.replace(image, (tag, key: string) => {
    const url = urlOf(key)
    return url ? `${tag} src="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"` : tag
  })

const entities: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' }

/** The text on one line, for excerpts and lists. */
export const toPlainText = (html: string): string =>
  html
    // Without `<`, so that many of them without a `>` do not each look through the rest.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|lt|gt|quot|amp|#39|#x27);/g, (_, name: string) => entities[name] ?? "'")
    .replace(/\s+/g, ' ')
    .trim()

/** Whether there is more than whitespace, control characters, and characters that Unicode renders blank (U+2800 is the empty Braille pattern). */
export const isVisible = (text: string): boolean => /[^\p{Cf}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** Not blank; an image is enough. */
export const hasPostContent = (html: string): boolean => isVisible(toPlainText(html)) || /<img\s/.test(html)
