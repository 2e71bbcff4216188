/** Detects the type of an import file, and decodes CSV: by the chosen encoding, else its byte order mark, else its bytes. */

import { decodeText, detectEncoding } from '@lms/contract/rules/text-encoding'
import type { ImportEncoding } from '@lms/contract/users'
import { ImportFileError } from '#modules/imports/table.ts'

/** What bytes undefined in an encoding decode to. Source: encoding.spec.whatwg.org, single-byte indexes. */
const undefinedCharacter = /[\u0080-\u009f]/

/** Not if the caller names the encoding. */
const saveAdvice = ' Save it as “CSV UTF-8” and send it again.'

function decodeStrictly(bytes: Uint8Array, encoding: ImportEncoding, advice: string): string {
  try {
    return decodeText(bytes, { encoding, fatal: true })
  } catch {
    throw new ImportFileError('validation-failed', `The file is not valid ${encoding} text.${advice}`)
  }
}

/** Throws if the bytes are not text in the requested encoding, or in any that can be detected. */
export function decode(bytes: Uint8Array, wanted?: ImportEncoding): { text: string; encoding: ImportEncoding } {
  const encoding = wanted ?? detectEncoding(bytes)
  const advice = wanted ? '' : saveAdvice
  const text = decodeStrictly(bytes, encoding, advice)
  if (text.includes('\0'))
    throw new ImportFileError('validation-failed', `The file contains NUL characters: it is damaged or not a text file.${advice}`)
  // Windows encodings have one byte per character.
  const broken = encoding.startsWith('Windows') ? text.search(undefinedCharacter) : -1
  if (broken < 0) return { text, encoding }
  const tried = wanted ? `no character of ${wanted}` : 'a character neither of UTF-8 nor of Windows-1252'
  throw new ImportFileError('validation-failed', `Byte ${broken + 1} of the file is ${tried}.${advice}`)
}

/** The type of a file, detected from its bytes and never from its name. */
const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Magic bytes of files that are mistaken for lists. */
const otherFormats: [begin: string, at: number, kind: string][] = [
  ['%PDF', 0, 'a PDF'],
  ['\x89PNG', 0, 'a picture'],
  ['GIF8', 0, 'a picture'],
  ['\xff\xd8\xff', 0, 'a picture'],
  ['RIFF', 0, 'a picture or a recording'],
  ['ftyp', 4, 'a video'],
  ['\x1a\x45\xdf\xa3', 0, 'a video'],
  ['\x1f\x8b', 0, 'a compressed file'],
  ['7z\xbc\xaf', 0, 'a compressed file'],
  ['Rar!', 0, 'a compressed file'],
  ['{\\rtf', 0, 'a text document'],
]

const formatAdvice = 'Send a CSV file or an Excel workbook (.xlsx).'

/** Old Excel workbooks and encrypted new ones use the same container (MS-CFB); the latter has a stream of this name. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

function refuseContainer(bytes: Uint8Array): never {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encrypted))
    throw new ImportFileError('validation-failed', 'The workbook is protected by a password. Save it without one, and send it again.')
  throw new ImportFileError('unsupported-type', 'This is an old Excel workbook (.xls) or another office document. Save it as .xlsx or CSV.')
}

/** HTML and XML called .xls or .csv: some systems export such files. */
const markup = /^\s*<(!doctype|html|head|table|\?xml|svg|meta)/i

/** Many control characters at the start: not text in any supported encoding. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096)
  const strange = sample.filter((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 27)).length
  return strange > sample.length / 50
}

/** Throws if it is neither. */
export function fileKind(bytes: Uint8Array): 'CSV' | 'XLSX' {
  if (bytes.length === 0) throw new ImportFileError('validation-failed', 'The file is empty.')
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return 'XLSX'
  if (startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) refuseContainer(bytes)
  const other = otherFormats.find(([begin, at]) => startsWith(bytes, begin, at))
  if (other) throw new ImportFileError('unsupported-type', `This is ${other[2]}. ${formatAdvice}`)
  const isMarkup = markup.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  )
  if (isMarkup) throw new ImportFileError('unsupported-type', `This is an HTML or XML file, despite its name. ${formatAdvice}`)
  if (isBinary(bytes)) throw new ImportFileError('unsupported-type', `This is neither a list nor a workbook. ${formatAdvice}`)
  return 'CSV'
}
