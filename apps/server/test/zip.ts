/** Archives and workbooks as tests need them: honest, or made to harm. */
import { zipSync } from 'fflate'

/** A packed archive. */
export const zip = (parts: Record<string, string | Buffer>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)]))))

/** The archive whose parts say that they have this size when unpacked. */
export function withClaimedSize(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive)
  for (let at = copy.indexOf('PK\x01\x02'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 1)) copy.writeUInt32LE(size, at + 24)
  return copy
}

export const workbook = (sheetXml: string | Buffer) =>
  zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="P" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheetXml,
  })
export const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
export const rowsXml = (...rows: string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
export const header = `<row r="1">${cell('A1', 'name')}${cell('B1', 'email')}</row>`
