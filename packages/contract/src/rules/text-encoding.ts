/** The encoding and the text of a file, shared by imports, captions and views of files. */

/** UTF-16 without a mark: Latin text has a zero in every second byte. */
function findUnmarkedUtf16(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++
  const many = sample.length * 0.2
  const [even, odd] = zeros as [number, number]
  if (odd > many && even < many / 10) return 'UTF-16LE'
  return even > many && odd < many / 10 ? 'UTF-16BE' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** From the byte order mark, else from the bytes; what nothing else fits is Windows-1252, as written by old editors. */
export function detectEncoding(bytes: Uint8Array): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8'
  return findUnmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : 'Windows-1252')
}

interface DecodeOptions {
  encoding?: string
  /** Throws if the bytes are not valid in the encoding. */
  fatal?: boolean
}

/** The text in the encoding that is named, else detected. */
export const decodeText = (bytes: Uint8Array, { encoding = detectEncoding(bytes), fatal = false }: DecodeOptions = {}): string =>
  new TextDecoder(encoding, { fatal }).decode(bytes)
