/** Reading a file: its kind, encoding, delimiter, columns and rows. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { unescapeFormula } from '@lms/contract/rules/csv-formula'
import { detectDelimiter, readCsv } from '#modules/imports/csv-table.ts'
import { decode, fileKind } from '#modules/imports/encoding.ts'
import { getColumnLabel } from '#modules/imports/names.ts'
import type { ImportFileError } from '#modules/imports/table.ts'
import { readXlsx } from '#modules/imports/xlsx-table.ts'
import { findColumns } from '#modules/users/import/columns.ts'
import { readPeople } from '#modules/users/import/parse-people.ts'
import { csvStream } from '#services/csv.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const people = (text: string | Buffer) => readPeople(readCsv(typeof text === 'string' ? bytes(text) : text)).people
const getError = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    const { problem, message, pointers } = error as Partial<ImportFileError>
    return { error: problem, message, pointers }
  }
}

test.each([
  ['commas', 'name,email\nAna Li,ana@example.org', ','],
  ['semicolons', 'name;email\nLi, Ana;ana@example.org\nHaddad, Omar;omar@example.org', ';'],
  ['vertical bars', 'name|email\nLi, Ana; A|ana@example.org', '|'],
  ['tabs', 'name\temail\nLi, Ana\tana@example.org', '\t'],
  ['delimiters within quotes', '"name","email"\n"Li; Ana; A;","ana@example.org"', ','],
  ['semicolons and many commas', 'name;email;note\nAna;ana@example.org;a, b, c\nBo;bo@example.org;d, e, f', ';'],
  ['unknown headers', 'wer;wo\nAna;ana@example.org\nBo;bo@example.org', ';'],
  ['a quote that is never closed for others', 'name;email\n"Li, ""A""";ana@example.org', ';'],
  ['one column', 'email\nana@example.org', ','],
])('delimiter: %s', (_, text, expected) => expect(detectDelimiter(text)).toBe(expected))

test('the line “sep=;” of Excel sets the delimiter, and is not counted as a row', () => {
  const table = readCsv(bytes('sep=;\r\nname;email\r\nA,b;a@example.org\r\n'))
  expect(table).toMatchObject({ delimiter: ';', rows: [{ row: 1 }, { row: 2, cells: ['A,b', 'a@example.org'] }] })
})

test.each([
  ['UTF-8', bytes('é,ñ'), 'UTF-8', 'é,ñ'],
  ['UTF-8 with a mark', bytes('\ufeffé'), 'UTF-8', 'é'],
  ['UTF-16LE with a mark', bytes('\ufeffé,日本', 'utf16le'), 'UTF-16LE', 'é,日本'],
  ['UTF-16BE with a mark', be('\ufeffé,日本'), 'UTF-16BE', 'é,日本'],
  ['UTF-16LE without', bytes('name,email\nAna,ana@example.org', 'utf16le'), 'UTF-16LE', 'name,email\nAna,ana@example.org'],
  ['UTF-16BE without', be('name,email\nAna,ana@example.org'), 'UTF-16BE', 'name,email\nAna,ana@example.org'],
  ['Windows-1252', Buffer.from([0x4d, 0xfc, 0x80, 0x93]), 'Windows-1252', 'Mü€“'],
] as const)('encoding: %s', (_, file, encoding, text) => expect(decode(file)).toEqual({ encoding, text }))

test.each([
  ['a byte that Windows-1252 does not define', Buffer.from([0x61, 0xfc, 0x8d]), 'Byte 3'],
  ['NUL', bytes('name,email\0\nAna Li Ana Li,ana@example.org'), 'NUL'],
  ['half a UTF-16 character', Buffer.concat([bytes('\ufeffab', 'utf16le'), Buffer.from([0x61])]), 'not valid UTF-16LE'],
  ['a wrong mark', Buffer.from([0xef, 0xbb, 0xbf, 0xfc, 0x41]), 'not valid UTF-8'],
])('no text: %s', (_, file, sentence) => {
  expect(getError(() => decode(file))).toMatchObject({ error: 'validation-failed', message: expect.stringContaining(sentence) })
})

test.each([
  ['Windows-1250', Buffer.from([0x4e, 0x6f, 0x76, 0xe1, 0x6b, 0x2c, 0xf8]), 'Novák,ř'],
  ['Windows-1251', Buffer.from([0xc8, 0xe2, 0xe0, 0xed]), 'Иван'],
  ['Macintosh', Buffer.from([0x5a, 0x6f, 0x91, 0x2c, 0x8d]), 'Zoë,ç'],
  ['Shift_JIS', Buffer.from([0x8e, 0x52, 0x93, 0x63]), '山田'],
  ['GB18030', Buffer.from([0xc0, 0xee, 0xc4, 0xc8]), '李娜'],
  ['UTF-8', bytes('Zoë'), 'Zoë'],
  ['Windows-1252', bytes('Zoë'), 'ZoÃ«'],
] as const)('encoding that was asked for: %s', (encoding, file, text) => expect(decode(file, encoding)).toEqual({ encoding, text }))

test.each([
  ['UTF-8', Buffer.from('Zoë', 'latin1'), 'not valid UTF-8'],
  ['UTF-8', bytes('name,email\nAna,a@example.org', 'utf16le'), 'NUL'],
  ['UTF-16LE', bytes('abc'), 'not valid UTF-16LE'],
  ['Windows-1251', Buffer.from([0x61, 0x98]), 'Byte 2 of the file is no character of Windows-1251'],
  ['Shift_JIS', Buffer.from([0x61, 0xff]), 'not valid Shift_JIS'],
] as const)('encoding that was asked for and is none of the file: %s', (encoding, file, sentence) => {
  expect(getError(() => readCsv(file, { encoding }))).toMatchObject({
    error: 'validation-failed',
    pointers: ['?encoding'],
    message: expect.stringContaining(sentence),
  })
})

test('a requested delimiter is used, even against “sep=”, whose line is still not a row', () => {
  const file = bytes('sep=;\nname;email,tel\nLi; Ana;a@example.org,5')
  expect(readCsv(file, { delimiter: ',' })).toMatchObject({ delimiter: ',', rows: [{ row: 1, cells: ['name;email', 'tel'] }, { row: 2 }] })
  expect(getError(() => readCsv(Buffer.from([0x61, 0xfc, 0x8d]), { delimiter: ';' }))).toMatchObject({ pointers: ['/file'] })
})

test.each([
  ['a CSV', bytes('name,email'), 'CSV'],
  ['a ZIP', bytes('PK\x03\x04…'), 'XLSX'],
  ['a CSV in UTF-16', bytes('\ufeffname', 'utf16le'), 'CSV'],
])('kind: %s', (_, file, kind) => expect(fileKind(file)).toBe(kind))

test.each([
  ['a PDF', bytes('%PDF-1.7'), 'unsupported-type'],
  ['a picture', bytes('\x89PNG\r\n', 'latin1'), 'unsupported-type'],
  ['a page', bytes('\n<!DOCTYPE html><table>'), 'unsupported-type'],
  ['an old workbook', Buffer.concat([bytes('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), 'unsupported-type'],
  ['an encrypted workbook', Buffer.concat([bytes('d0cf11e0a1b11ae1', 'hex'), bytes('EncryptedPackage', 'utf16le')]), 'validation-failed'],
  ['noise', Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 37) % 256)), 'unsupported-type'],
  ['nothing', Buffer.alloc(0), 'validation-failed'],
])('kind: %s is refused', (_, file, error) => expect(getError(() => fileKind(file))).toMatchObject({ error }))

const table = (...rows: string[][]) => rows.map((cells, at) => ({ row: at + 1, cells }))
test.each([
  [['name', 'email'], 'name', 'email'],
  [['E-Mail-Adresse', 'Vorname', 'Nachname'], 'Vorname + Nachname', 'E-Mail-Adresse'],
  [['Prénom', 'Nom', 'Adresse e-mail'], 'Prénom + Nom', 'Adresse e-mail'],
  [['First Name *', 'LAST_NAME', 'Email Address'], 'First Name * + LAST_NAME', 'Email Address'],
  [['Full name', 'First name', 'Last name', 'mail'], 'Full name', 'mail'],
  [['Apellidos', 'Nombre', 'Correo electrónico'], 'Nombre + Apellidos', 'Correo electrónico'],
  [['Student name', 'School e-mail'], 'Student name', 'School e-mail'],
  [['Who', 'Where'], 'Who', 'Where'],
  [['id', 'Who', 'Where'], null, 'Where'],
  [['Name', 'Street', 'Address'], 'Name', 'Address'],
  [['Name', 'Address', 'Login'], 'Name', 'Login'],
  [['姓名', '邮箱'], '姓名', '邮箱'],
  [['email', 'secondary email', 'display name'], 'display name', 'email'],
])('columns: %j', (header, name, email) => {
  // In “Name, Address, Login” the column “Address” has postal addresses.
  const at = header.indexOf(email)
  const rows = table(
    header,
    header.map((_, n) => (n === at ? 'ana@example.org' : 'Main St 1')),
  )
  const columns = findColumns(rows)
  const [first] = columns.names
  expect([first ? getColumnLabel(columns.header, first) : null, header[columns.email]]).toEqual([name, email])
})

test.each([
  ['no header', table(['Ana Li', 'ana@example.org']), 'Row 1 contains an email address'],
  ['no addresses', table(['name', 'phone'], ['Ana', '555']), 'no column of email addresses'],
  ['no people', table(['name', 'email']), 'no people'],
  ['nothing', [], 'empty'],
])('columns: %s is rejected with a hint', (_, rows, sentence) => {
  expect(getError(() => findColumns(rows))).toMatchObject({ error: 'validation-failed', message: expect.stringContaining(sentence) })
})

test('rows are numbered as in spreadsheets, over blank lines and line ends within quotes', () => {
  const found = people('name,email\r\n\r\n"Ana\nLi",ana@example.org\r\n,,\r\nBo,bo@example.org')
  expect(found.map(({ row, name }) => [row, name])).toEqual([
    [3, 'Ana Li'],
    [5, 'Bo'],
  ])
})

test('line ends of every kind, even mixed', () => {
  for (const end of ['\n', '\r\n', '\r']) expect(people(`name,email${end}Ana,ana@example.org${end}Bo,bo@example.org${end}`)).toHaveLength(2)
  expect(people('name,email\r\nAna,ana@example.org\nBo,bo@example.org\rCy,cy@example.org')).toHaveLength(4 - 1)
})

test('Canvas SIS: the best name column is used, deleted users are rejected', () => {
  const head = 'user_id,login_id,first_name,last_name,full_name,sortable_name,email,status'
  const rows = ['1,ana1,Ana,Li,,,Ana@Example.org,active', '2,bo1,,,,,bo@example.org,deleted']
  expect(people([head, ...rows].join('\n'))).toMatchObject([
    { name: 'Ana Li', email: 'ana@example.org', error: null },
    { email: 'bo@example.org', error: 'Marked deleted in the file.' },
  ])
  expect(people('user_id,login_id,sortable_name,status\n1,ana@example.org,"Li, Ana",active')).toMatchObject([
    { name: 'Ana Li', email: 'ana@example.org' },
  ])
})

test('cells are cleaned of invisible characters; errors are reported', () => {
  expect(
    people(
      'name,email\n Ana\u00a0 ,\u200b ANA@example.org\u00a0\nBo,mailto:bo@example.org\nCy,cy@\n,d@example.org\nE,\nF\u200b,f@example.org',
    ),
  ).toMatchObject([
    { name: 'Ana', email: 'ana@example.org', error: null },
    { email: 'bo@example.org' },
    { error: 'This is not an email address.' },
    { error: null, nameError: 'There is no name.' },
    { error: 'There is no email address.' },
    { name: 'F' },
  ])
})

test('the file of failed rows can be read again: reasons are ignored, blank rows keep the numbers', () => {
  const file = [
    '\ufeff"name","email","reason"',
    '',
    '',
    '"Ana, the 1st","ana@","This is not an email address."',
    '"\'=1+1","bo@example.org","The same address as in row 2: x@example.org"',
  ].join('\r\n')
  const { people: found, detected } = readPeople(readCsv(bytes(file)))
  expect(found).toMatchObject([
    { row: 4, name: 'Ana, the 1st', email: 'ana@', error: 'This is not an email address.' },
    { row: 5, name: '=1+1', email: 'bo@example.org', error: null },
  ])
  expect(detected).toMatchObject({ nameColumn: 'name', emailColumn: 'email' })
})

test('whatever our exports write is read back unchanged', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', ' ', '\u00a0', 'a'), maxLength: 12 }),
  )
  const row = fc.tuple(cell, cell).filter((cells) => cells.some((text) => text.trim() !== '') && !cells.some((text) => text.includes('\0')))
  const file = async (rows: string[][]) => {
    const written = csvStream(
      ['name', 'email'],
      (async function* () {
        yield* rows
      })(),
    )
    return Buffer.concat(await Array.fromAsync(written as AsyncIterable<Buffer>))
  }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const { rows: read, delimiter } = readCsv(await file(rows))
      expect(delimiter).toBe(',')
      expect(read.slice(1).map(({ cells }) => cells.map(unescapeFormula))).toEqual(rows)
    }),
    { numRuns: 300 },
  )
})

test('a workbook: rows as it shows them, numbers and dates as text', async () => {
  const text = (value: string) => ({ value, type: String })
  const file = await writeExcelFile([
    [text('Name'), text('E-mail')],
    [null, null],
    [text('=1+1'), text('ana@example.org')],
    [{ value: 7, type: Number }, text('seven@example.org')],
  ]).toBuffer()
  const { people: found, detected } = readPeople(await readXlsx(file))
  expect(found.map(({ row, name, email }) => [row, name, email])).toEqual([
    [3, '=1+1', 'ana@example.org'],
    [4, '7', 'seven@example.org'],
  ])
  expect(detected).toMatchObject({
    questions: [],
    notRead: [],
    otherSheets: [],
    format: 'XLSX',
    delimiter: null,
    encoding: null,
    nameColumn: 'Name',
    emailColumn: 'E-mail',
    aboveHeader: [],
    samples: ['=1+1', '7'],
  })
})
