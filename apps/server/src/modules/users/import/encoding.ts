/** Bytes of a CSV file → text, by its byte order mark, else by its bytes. */
import { isUtf8 } from 'node:buffer'
import { FileFault } from '#modules/users/import/fault.ts'

export type Encoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252'

/** Bytes that Windows-1252 does not define. Source: unicode.org, CP1252.TXT. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

const save = 'Save it as “CSV UTF-8” and send it again.'

/** UTF-16 without a mark: text of our letters has a zero in every second byte. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++
  const many = sample.length * 0.2
  const [even, odd] = zeros as [number, number]
  if (odd > many && even < many / 10) return 'UTF-16LE'
  return even > many && odd < many / 10 ? 'UTF-16BE' : undefined
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8'
  return unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : 'Windows-1252')
}

/** Throws where the bytes are not text. */
export function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes)
  const broken = encoding === 'Windows-1252' ? bytes.findIndex((byte) => undefinedBytes.has(byte)) : -1
  if (broken >= 0)
    throw new FileFault('invalid', `Byte ${broken + 1} of the file is a character neither of UTF-8 nor of Windows-1252. ${save}`)
  try {
    const text = new TextDecoder(encoding.toLowerCase(), { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new FileFault('invalid', `The file has NUL characters: it is damaged, or no text. ${save}`)
    return { text, encoding }
  } catch (error) {
    if (error instanceof FileFault) throw error
    throw new FileFault('invalid', `The file is not whole ${encoding} text. ${save}`)
  }
}
