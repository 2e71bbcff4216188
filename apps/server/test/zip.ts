/** Archives and workbooks as tests need them: honest, or made to harm. */

import { crc32, deflateRawSync } from 'node:zlib'

/** A packed archive. Source: PKWARE, APPNOTE.TXT. */
export function zip(parts: Record<string, string | Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  const packedOf = new Map<string | Buffer, Buffer>()
  let size = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = packedOf.get(content) ?? deflateRawSync(content)
    packedOf.set(content, packed)
    // Of both headers, from the version (2.0) to the length of the extra field.
    const about = bytes([2, 20], [2, 0], [2, 8], [4, 0], [4, crc32(content)], [4, packed.length], [4, Buffer.byteLength(content)])
    const named = [about, bytes([2, Buffer.byteLength(name)], [2, 0])]
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), ...named, Buffer.from(name), packed])
    directory.push(Buffer.from('PK\x01\x02'), bytes([2, 20]), ...named, bytes([6, 0], [4, 0], [4, size]), Buffer.from(name))
    files.push(file)
    size += file.length
  }
  const count = Object.keys(parts).length
  const end = bytes([4, 0], [2, count], [2, count], [4, Buffer.concat(directory).length], [4, size], [2, 0])
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}

/** Numbers by their length, the lowest byte first. */
const bytes = (...numbers: [length: number, value: number][]) =>
  Buffer.concat(
    numbers.map(([length, value]) => {
      const some = Buffer.alloc(length)
      some.writeUIntLE(value, 0, length)
      return some
    }),
  )

/** The archive whose parts say that they have this size when unpacked. */
export function withClaimedSize(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive)
  for (let at = copy.indexOf('PK\x01\x02'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 1)) copy.writeUInt32LE(size, at + 24)
  return copy
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

/** `styles`: the number formats that the cells name by index. `others`: further sheets, by name. */
export function workbook(
  sheetXml: string | Buffer,
  { styles = [], others = {} }: { styles?: string[]; others?: Record<string, string> } = {},
) {
  const sheets = Object.entries({ P: sheetXml, ...others })
  const formats = styles.map((pattern, n) => `<numFmt numFmtId="${200 + n}" formatCode="${pattern.replaceAll('"', '&quot;')}"/>`)
  return zip({
    'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${sheets.map(([name], n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, n) => relation(`r${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)).join('')}${relation('rs', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.map((_, n) => `<xf numFmtId="${200 + n}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(sheets.map(([, xml], n) => [`xl/worksheets/sheet${n + 1}.xml`, xml])),
  })
}
export const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
export const rowsXml = (...rows: string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
export const header = `<row r="1">${cell('A1', 'name')}${cell('B1', 'email')}</row>`
