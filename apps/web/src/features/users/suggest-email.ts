/** Likely corrections of email addresses: “Did you mean gmail.com?” */

export type Suggestion = {
  email: string
  /** The part that differs: the domain, or the whole address. */
  changed: string
}

/** Common providers; short names are left out, because other real domains are one letter away from them. */
const commonDomains = ['gmail.com', 'googlemail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'protonmail.com']
/** Real domains that are one letter away from those. */
const similarDomains = new Set(['mail.com', 'ymail.com', 'email.com', 'gmail.cz', 'yahoo.co', 'rocketmail.com'])

/** A domain that so many rows of a file share is right, and a similar one is probably a typo. */
const frequentFrom = 10

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export type Domains = { known: readonly string[]; counts: ReadonlyMap<string, number> }

export function countDomains(rows: readonly { email: string }[]): Domains {
  const counts = new Map<string, number>()
  for (const { email } of rows) if (email.includes('@')) counts.set(getDomain(email), (counts.get(getDomain(email)) ?? 0) + 1)
  const frequent = [...counts].flatMap(([domain, count]) => (count >= frequentFrom && domain.includes('.') ? [domain] : []))
  return { known: [...new Set([...commonDomains, ...frequent])], counts }
}

/** An extra, a missing or a wrong letter, or two swapped neighbours. */
export function isTypo(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwap = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwap || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

function findDomain(domain: string, { known, counts }: Domains): string | undefined {
  if (known.includes(domain) || similarDomains.has(domain)) return undefined
  // A missing ending: only if a single domain matches.
  const longer = domain.includes('.') ? [] : known.filter((name) => name.startsWith(`${domain}.`))
  if (longer.length === 1) return longer[0]
  return (counts.get(domain) ?? 0) < frequentFrom ? known.find((name) => isTypo(domain, name)) : undefined
}

/** `ana@example,org`, `<ana@example.org>`, `ana@example.org;`. */
const repairEmail = (email: string): string =>
  email
    .replaceAll(/\s+/g, '')
    .replace(/^[<("']+/, '')
    .replace(/[>)"'.,;:]+$/, '')
    .replace(/@(.*)$/, (_, domain: string) => `@${domain.replaceAll(',', '.').replaceAll('..', '.')}`)

export const isAddress = (email: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[a-z\d-]{2,}$/i.test(email)

export function suggestCorrection(email: string, domains: Domains): Suggestion | null {
  const whole = repairEmail(email)
  if (!/^[^@]+@[^@]+$/.test(whole)) return null
  const domain = findDomain(getDomain(whole), domains)
  const meant = domain === undefined ? whole : `${whole.slice(0, whole.lastIndexOf('@') + 1)}${domain}`
  if (meant === email || !isAddress(meant)) return null
  return { email: meant, changed: domain !== undefined && whole === email ? domain : meant }
}

/** For a form: only the domain of a complete address is corrected. `ownDomain` is the school's. */
export function suggestEmail(email: string, ownDomain?: string): string | undefined {
  const address = email.trim().toLowerCase()
  const known = ownDomain ? [ownDomain, ...commonDomains] : commonDomains
  return isAddress(address) ? suggestCorrection(address, { known, counts: new Map() })?.email : undefined
}
