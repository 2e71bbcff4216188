/** The first sheet of an XLSX workbook as a table. */
import { readSheet } from 'read-excel-file/universal'
import { collect, FileFault, type Table, type TableRow } from '#modules/users/import/fault.ts'
import { stored, unzip } from '#modules/users/import/unzip.ts'

type Cell = string | number | boolean | Date | null

const textOf = (cell: Cell): string => (cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))

/** Bytes between two tags: 32,767 characters, which is what a cell of Excel holds, at the seven bytes that the longest are written with. */
const textLimit = 32_767 * 7

/** Looked at before the reader, which takes many times the memory of a long text, and the square of its time. */
function checkTexts(xml: Buffer): void {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at + 1)
    const end = next < 0 ? xml.length : next
    if (end - at > textLimit)
      throw new FileFault('too-large', 'A cell of the workbook holds more than a cell can have. Keep only names and addresses.')
    at = end
  }
}

export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  if (!parts.has('xl/workbook.xml'))
    throw new FileFault('unsupported-type', 'This is an archive or another office document. Send a CSV file or an Excel workbook (.xlsx).')
  for (const xml of parts.values()) checkTexts(xml)
  const cells = await readCells(stored(parts))
  const rows: TableRow[] = []
  for (const [at, row] of cells.entries()) collect(rows, at + 1, row.map(textOf))
  return { format: 'XLSX', delimiter: null, encoding: null, rows }
}

async function readCells(archive: ArrayBuffer): Promise<Cell[][]> {
  try {
    return (await readSheet(archive)) as Cell[][]
  } catch {
    throw new FileFault('invalid', 'The first sheet of the workbook cannot be read. Save it as CSV UTF-8, and send that.')
  }
}
