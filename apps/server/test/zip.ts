/** Archives and workbooks as tests need them: honest, or made to harm. */
import { crc32, deflateRawSync } from 'node:zlib'

/** An archive whose parts are packed; `claim` is the size that it says a part has. */
export function zip(parts: Record<string, string | Buffer>, claim?: number): Buffer {
  const [body, list]: Buffer[][] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 9 })
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claim ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    body!.push(Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed)
    list!.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...body!, ...list!, end])
}

export const workbook = (sheetXml: string | Buffer, claim?: number) =>
  zip(
    {
      'xl/workbook.xml':
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="P" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheetXml,
    },
    claim,
  )
export const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
export const rowsXml = (...rows: string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
export const header = `<row r="1">${cell('A1', 'name')}${cell('B1', 'email')}</row>`
