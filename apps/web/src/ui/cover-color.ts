/** Which of the six binding colours belongs to an id: the same for ever, on every screen. */

export function getCoverColor(id: string): 1 | 2 | 3 | 4 | 5 | 6 {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return ((sum % 6) + 1) as 1 | 2 | 3 | 4 | 5 | 6
}
