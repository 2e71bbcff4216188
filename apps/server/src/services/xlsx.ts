/** Writing a workbook of one sheet. */
import { Readable } from 'node:stream'

type Cell = string | number | null | undefined

/** Cells of text are text there, whatever they begin with. A workbook is an archive: it is made whole, then sent. */
export const xlsxStream = (sheet: string, header: string[], rows: AsyncIterable<Cell[]>): Readable =>
  Readable.from(workbook(sheet, header, rows))

async function* workbook(sheet: string, header: string[], rows: AsyncIterable<Cell[]>) {
  // Loaded when it is first needed: few processes ever write a workbook, and it is not small.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const bold = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cell = (value: Cell) =>
    value === null || value === undefined ? null : typeof value === 'string' ? { value, type: String } : { value, type: Number }
  const table = await Array.fromAsync(rows, (row) => row.map(cell))
  yield await writeExcelFile([bold, ...table], { sheet, stickyRowsCount: 1 }).toBuffer()
}
