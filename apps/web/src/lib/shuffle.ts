/** FNV-1a, 32 bits (draft-eastlake-fnv-21), then the last step of MurmurHash3: texts that differ in one character end far apart. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const char of text) bits = Math.imul(bits ^ char.codePointAt(0)!, 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The same texts in an order that looks random and is the same each time for one seed. */
export const shuffle = (texts: readonly string[], seed: string): string[] =>
  texts.toSorted((one, other) => hash(`${one}${seed}`) - hash(`${other}${seed}`))
