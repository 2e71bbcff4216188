/** “Did you mean gmail.com?”: a domain that is one slip away from one that many people have. Pure. */

const known = ['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com', 'proton.me', 'gmx.de', 'web.de']

/** Whether one letter more, less, other, or two changed about makes the one the other. */
function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return Math.max(left.length, right.length) === 1 || (left.length === 2 && left === [...right].toReversed().join(''))
}

/** The address that was likely meant; undefined where nothing looks wrong. `own` is the domain that the house itself has. */
export function suggestEmail(email: string, own?: string): string | undefined {
  const [, name, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (!name || !domain) return undefined
  const houses = own ? [own, ...known] : known
  if (houses.includes(domain)) return undefined
  const meant = houses.find((house) => isSlip(domain, house))
  return meant && `${name}@${meant}`
}
