/** Writes a workbook of one sheet. */

import { Readable } from 'node:stream'

/** A Date is a time of `toClockTime`. */
type Cell = string | number | Date | null | undefined

/** Text stays text in cells, whatever it starts with. A workbook is an archive: it is built completely, then sent. `widths` in characters. */
export const xlsxStream = (sheet: string, header: string[], rows: AsyncIterable<Cell[]>, widths: number[] = []): Readable =>
  Readable.from(workbook(sheet, header, rows, widths))

async function* workbook(sheet: string, header: string[], rows: AsyncIterable<Cell[]>, widths: number[]) {
  // Loaded on first use: few processes ever write a workbook, and the library is large.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const bold = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  // Cells are typed: a string is text, even if it looks like a formula.
  const table = (await Array.fromAsync(rows)).map((row) =>
    row.map((cell) => (cell instanceof Date ? { value: cell, type: Date, format: 'yyyy-mm-dd hh:mm' } : cell)),
  )
  yield await writeExcelFile([bold, ...table], { sheet, stickyRowsCount: 1, columns: widths.map((width) => ({ width })) }).toBuffer()
}
