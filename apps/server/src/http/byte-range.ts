/** The Range header (RFC 9110, section 14): one stretch of bytes. */

export interface ByteRange {
  start: number
  /** The last byte, not the one after it. */
  end: number
}

/**
 * `undefined`: send everything, as for several stretches at once, other units and what cannot be read. `none`: no such bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  // `-500` means the last 500 bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'none' : { start, end }
}
