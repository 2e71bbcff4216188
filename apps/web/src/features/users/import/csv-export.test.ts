/** The files that the wizard writes: corrected rows for the server, refused rows for a spreadsheet. */
import { expect, test } from 'vitest'
import { toCsv, failedRowsCsv } from './csv-export.ts'
import { noChanges, toRows } from './import-rows.ts'

const linesOf = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  return new TextDecoder().decode(bytes).split('\r\n')
}

test('corrected rows stand at the numbers that they had; blank rows hold the places of the others', async () => {
  const row = (number: number, email: string) => ({ row: number, name: 'A "B", C', email, outcome: 'CREATED', reason: null }) as const
  const file = toCsv(toRows([row(2, 'a@b.example'), row(5, 'c@d.example')], noChanges), 'list.final.xlsx')
  expect(file.name).toBe('list.final.csv')
  expect(await linesOf(file)).toEqual(['"name","email"', '"A ""B"", C","a@b.example"', '', '', '"A ""B"", C","c@d.example"', ''])
})

test('refused rows: the template with a reason, inert in a spreadsheet', async () => {
  const rows = [
    { name: "=cmd|'/c calc'!A1", email: '+1@example.org', reason: 'This is not an email address.' },
    { name: "'=quoted", email: '\u00a0@x', reason: null },
    { name: 'line\nbreak\0', email: '', reason: '-' },
    // Sent again as it is, a guess would be imported.
    { name: 'Ana "Annie" Li', email: 'ana@example.org', reason: 'Line 4', field: 'line' as const },
  ]
  const file = failedRowsCsv(rows, 'autumn')
  expect(file.name).toBe('autumn-to-fix.csv')
  expect(await linesOf(file)).toEqual([
    '"name","email","reason"',
    `"'=cmd|'/c calc'!A1","'+1@example.org","This is not an email address."`,
    `"''=quoted","'\u00a0@x",""`,
    `"line\nbreak","","'-"`,
    '"Ana ""Annie"" Li","","Line 4"',
    '',
  ])
})
