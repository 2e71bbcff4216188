/** Addresses: https for what the server calls or a page embeds, http too for what people follow. One rule for schemas, sanitizer and screens. */

/** Names that only exist within a network (RFC 6761, RFC 6762, RFC 8375, and ICANN's reserved `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|lan)\.?$/
/** Loopback, private, shared, link-local, reserved and multicast IPv4 addresses (RFC 6890), as URL normalises them. */
const privateAddress =
  /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|192\.0\.0|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|2(2[4-9]|[34]\d|5[0-5]))\./

/** IPv6 literals have no dot; no public lecture is served from one. */
const isPublicHost = (host: string): boolean => host.includes('.') && !privateNames.test(host) && !privateAddress.test(host)

export const httpsUrlError = 'Must be a public https:// address without a user name or password'

/** `URL` silently drops line breaks and tabs, so addresses with whitespace or control characters are rejected. */
function isPublicUrl(text: string, protocols: readonly string[]): boolean {
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && !url.username && !url.password && isPublicHost(url.hostname)
}

/** An address that the server calls or a page embeds. */
export const isHttpsUrl = (text: string): boolean => isPublicUrl(text, ['https:'])

/** The address of a link that people follow. */
export const isLinkUrl = (text: string): boolean => isPublicUrl(text, ['https:', 'http:'])

const hostFirst = /^(?:www\.[^\s/@:]+|[^\s/@:]+\.[^\s/@:.]+\/)/i

/** The address as it was meant: people leave out the beginning of `www.example.org` and `docs.example.org/page`. */
export function completeUrl(text: string): string {
  const typed = text.trim()
  return hostFirst.test(typed) ? `https://${typed}` : typed
}

/** A public address or one of email, as it is stored in a link. */
export const isLinkAddress = (text: string): boolean => isLinkUrl(text) || /^mailto:/i.test(text)

/** What is typed into the field of a link, where “example.org” and “ana@example.org” are meant as addresses too; undefined if it cannot be one. */
export function toLinkAddress(text: string): string | undefined {
  const typed = completeUrl(text)
  const isEmail = /^[^\s@/:?]+@[^\s@/:?]+$/.test(typed)
  return [typed, isEmail ? `mailto:${typed}` : `https://${typed}`].find(isLinkAddress)
}

/** The host to show next to a link whose text differs; undefined if the text already contains it. */
export function getLinkHost(href: string, text: string): string | undefined {
  const host = URL.parse(href)?.hostname
  const shown = text.trim()
  return host && (URL.parse(shown) ?? URL.parse(`https://${shown}`))?.hostname !== host ? host : undefined
}
