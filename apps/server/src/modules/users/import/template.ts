/** The file that people fill in: the columns, and one row as an example. */
import { Readable } from 'node:stream'
import writeExcelFile from 'write-excel-file/node'
import { Download } from '#http/handler.ts'
import { csvStream } from '#services/csv.ts'

const header = ['name', 'email']
const example = ['Ana Li', 'ana.li@example.org']

async function* once<T>(value: T) {
  yield value
}

async function* workbook() {
  const cells = (row: string[], fontWeight?: 'bold') => row.map((value) => ({ value, type: String, ...(fontWeight && { fontWeight }) }))
  const columns = [{ width: 30 }, { width: 36 }]
  yield await writeExcelFile([cells(header, 'bold'), cells(example)], { sheet: 'People', stickyRowsCount: 1, columns }).toBuffer()
}

export const importTemplate = (format: 'csv' | 'xlsx'): Download =>
  format === 'csv'
    ? new Download('text/csv; charset=utf-8', 'people.csv', csvStream(header, once(example)))
    : new Download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'people.xlsx', Readable.from(workbook()))
