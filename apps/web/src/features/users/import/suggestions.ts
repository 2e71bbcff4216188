/** What an address was probably meant to be. */

export type Suggestion = {
  email: string
  /** What differs: the part after the @, or the whole address. */
  words: string
}

/** Where many people have their mail; short names are left out, because other true names are one letter away from them. */
const common = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'protonmail.com']
/** True names that are one letter away from those. */
const others = new Set(['mail.com', 'ymail.com', 'email.com', 'gmail.cz', 'yahoo.co', 'rocketmail.com'])

/** So many people of a file share a domain that a single one beside it is a slip. */
const enough = 10

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export type Domains = { known: readonly string[]; counts: ReadonlyMap<string, number> }

export function countDomains(rows: readonly { email: string }[]): Domains {
  const counts = new Map<string, number>()
  for (const { email } of rows) if (email.includes('@')) counts.set(domainOf(email), (counts.get(domainOf(email)) ?? 0) + 1)
  const frequent = [...counts].flatMap(([domain, count]) => (count >= enough && domain.includes('.') ? [domain] : []))
  return { known: [...new Set([...common, ...frequent])], counts }
}

/** One letter more, less or other, or two neighbours in the wrong order. */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwap = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwap || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

function meantDomain(domain: string, { known, counts }: Domains): string | undefined {
  if (known.includes(domain) || others.has(domain)) return undefined
  // An ending that is missing: only where one name alone fits.
  const begun = domain.includes('.') ? [] : known.filter((name) => name.startsWith(`${domain}.`))
  if (begun.length === 1) return begun[0]
  return (counts.get(domain) ?? 0) < enough ? known.find((name) => isOneSlip(domain, name)) : undefined
}

/** `ana@example,org`, `<ana@example.org>`, `ana@example.org;`. */
const repaired = (email: string): string =>
  email
    .replaceAll(/\s+/g, '')
    .replace(/^[<("']+/, '')
    .replace(/[>)"'.,;:]+$/, '')
    .replace(/@(.*)$/, (_, domain: string) => `@${domain.replaceAll(',', '.').replaceAll('..', '.')}`)

export const isAddress = (email: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[a-z\d-]{2,}$/i.test(email)

export function suggestion(email: string, domains: Domains): Suggestion | null {
  const whole = repaired(email)
  if (!/^[^@]+@[^@]+$/.test(whole)) return null
  const domain = meantDomain(domainOf(whole), domains)
  const meant = domain === undefined ? whole : `${whole.slice(0, whole.lastIndexOf('@') + 1)}${domain}`
  if (meant === email || !isAddress(meant)) return null
  return { email: meant, words: domain !== undefined && whole === email ? domain : meant }
}
