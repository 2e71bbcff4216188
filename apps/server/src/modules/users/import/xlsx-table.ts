/** The first sheet of an XLSX workbook as a table. */
import { readSheet } from 'read-excel-file/universal'
import { collect, FileFault, type Table, type TableRow } from '#modules/users/import/fault.ts'
import { stored, unzip } from '#modules/users/import/unzip.ts'

type Cell = string | number | boolean | Date | null

const textOf = (cell: Cell): string => (cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))

export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  const parts = await unzip(bytes, (name) => /\.(xml|rels)$/.test(name))
  if (!parts.has('xl/workbook.xml'))
    throw new FileFault('unsupported-type', 'This is an archive or another office document. Send a CSV file or an Excel workbook (.xlsx).')
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
