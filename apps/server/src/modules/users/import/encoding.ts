/** Bytes of a CSV file → text: as they are said to be, else by their byte order mark, else by what they are. */
import { isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '@lms/contract/users'
import { ImportFileError } from '#modules/users/import/fault.ts'

/** What the bytes that an encoding does not define become. Source: encoding.spec.whatwg.org, single-byte indexes. */
const undefinedCharacter = /[\u0080-\u009f]/

/** Not for whoever says what the encoding is. */
const save = ' Save it as “CSV UTF-8” and send it again.'

/** UTF-16 without a mark: text of our letters has a zero in every second byte. */
function unmarkedUtf16(bytes: Uint8Array): ImportEncoding | undefined {
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++
  const many = sample.length * 0.2
  const [even, odd] = zeros as [number, number]
  if (odd > many && even < many / 10) return 'UTF-16LE'
  return even > many && odd < many / 10 ? 'UTF-16BE' : undefined
}

function encodingOf(bytes: Uint8Array): ImportEncoding {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8'
  return unmarkedUtf16(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : 'Windows-1252')
}

function textOf(bytes: Uint8Array, encoding: ImportEncoding, advice: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new ImportFileError('invalid', `The file is not whole ${encoding} text.${advice}`)
  }
}

/** Throws where the bytes are not text of the encoding that is wanted, or of none that can be found. */
export function decode(bytes: Uint8Array, wanted?: ImportEncoding): { text: string; encoding: ImportEncoding } {
  const encoding = wanted ?? encodingOf(bytes)
  const advice = wanted ? '' : save
  const text = textOf(bytes, encoding, advice)
  if (text.includes('\0')) throw new ImportFileError('invalid', `The file has NUL characters: it is damaged, or no text.${advice}`)
  // One byte is one character in those of Windows.
  const broken = encoding.startsWith('Windows') ? text.search(undefinedCharacter) : -1
  if (broken < 0) return { text, encoding }
  const tried = wanted ? `no character of ${wanted}` : 'a character neither of UTF-8 nor of Windows-1252'
  throw new ImportFileError('invalid', `Byte ${broken + 1} of the file is ${tried}.${advice}`)
}
