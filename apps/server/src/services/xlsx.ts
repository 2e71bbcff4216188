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
  // Values are cells of their own type: a string is text, also where it begins as a formula does.
  const table = await Array.fromAsync(rows)
  yield await writeExcelFile([bold, ...table], { sheet, stickyRowsCount: 1 }).toBuffer()
}
