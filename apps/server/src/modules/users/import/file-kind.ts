/** What a file is, told by its bytes and never by its name. */
import { ImportFileError } from '#modules/users/import/fault.ts'

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** How files begin that people take for lists. */
const others: [begin: string, at: number, kind: string][] = [
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

const wanted = 'Send a CSV file or an Excel workbook (.xlsx).'

/** Old Excel workbooks and encrypted new ones come in the same container (MS-CFB); the latter has a stream of this name. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

function refuseContainer(bytes: Uint8Array): never {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(encrypted))
    throw new ImportFileError('invalid', 'The workbook is protected by a password. Save it without one, and send it again.')
  throw new ImportFileError('unsupported-type', 'This is an old Excel workbook (.xls) or another office document. Save it as .xlsx or CSV.')
}

/** HTML and XML that are called .xls or .csv: some systems export such. */
const markup = /^\s*<(!doctype|html|head|table|\?xml|svg|meta)/i

/** Many control characters in the beginning: no text in any encoding of ours. */
function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096)
  const strange = sample.filter((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 32 && byte !== 27)).length
  return strange > sample.length / 50
}

/** Throws where it is neither. */
export function fileKind(bytes: Uint8Array): 'CSV' | 'XLSX' {
  if (bytes.length === 0) throw new ImportFileError('invalid', 'The file is empty.')
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return 'XLSX'
  if (startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) refuseContainer(bytes)
  const other = others.find(([begin, at]) => startsWith(bytes, begin, at))
  if (other) throw new ImportFileError('unsupported-type', `This is ${other[2]}. ${wanted}`)
  const isMarkup = markup.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, ''),
  )
  if (isMarkup) throw new ImportFileError('unsupported-type', `This is a page for browsers, whatever its name says. ${wanted}`)
  if (isBinary(bytes)) throw new ImportFileError('unsupported-type', `This is neither a list nor a workbook. ${wanted}`)
  return 'CSV'
}
