/** Files as schools have them: unmatched quotation marks, titles above the header, workbooks of other programs than Excel. */

import { expect, test } from 'vitest'
import { readCsv } from '#modules/imports/csv-table.ts'
import { readXlsx } from '#modules/imports/xlsx-table.ts'
import { readPeople } from '#modules/users/import/parse-people.ts'
import { testApp } from '#test/app.ts'
import { many, send, sheet, unique } from '#test/people-file.ts'
import { cell, rowsXml, workbook, zip } from '#test/zip.ts'

const { as } = await testApp()

const read = (text: string) => readPeople(readCsv(Buffer.from(text)))
/** Each row as `row name email`, and unreadable ones with the line of their error. */
const rowsIn = (text: string) =>
  read(text).people.map(({ row, name, email, error, errorField }) =>
    errorField === 'line' ? [row, name, email, /^Line \d+/.exec(error!)![0]] : [row, name, email],
  )
const bo = ['Bo', 'bo@example.org'] as const
const cy = ['Cy', 'cy@example.org'] as const

test('a row with Email in a cell is not the header', () => {
  expect(rowsIn('Name,Contact,Preferred contact\nAna,ana@example.org,Email\nBo,bo@example.org,Phone\n')).toEqual([
    [2, 'Ana', 'ana@example.org'],
    [3, ...bo],
  ])
})

test.each([
  ['one that is never closed', '"Ana,ana@example.org', ['Ana', 'ana@example.org']],
  ['one that is never closed in the last cell', '"Ana","ana@example.org', ['Ana', 'ana@example.org']],
  ['one within a cell', 'An"a,ana@example.org', ['An"a', 'ana@example.org']],
  ['a nickname in quotes', 'Ana "Annie" Li,ana@example.org', ['Ana "Annie" Li', 'ana@example.org']],
  ['a nickname in quotes within quotes', '"Ana "Annie" Li",ana@example.org', ['Ana "Annie" Li', 'ana@example.org']],
  ['backslashes', String.raw`"Ana \"Annie\" Li",ana@example.org`, ['Ana "Annie" Li', 'ana@example.org']],
  ['a backslash at the end', String.raw`"Ana \"Annie\"",ana@example.org`, ['Ana "Annie"', 'ana@example.org']],
  ['something after the closing one', '"Ana" Li,ana@example.org', ['Ana" Li', 'ana@example.org']],
])('a wrong quotation mark breaks one row: %s', (_, line, guess) => {
  expect(rowsIn(`name,email\nBo,bo@example.org\n${line}\nCy,cy@example.org\n`)).toEqual([
    [2, ...bo],
    [3, ...guess, 'Line 3'],
    [4, ...cy],
  ])
  expect(rowsIn(`"name","email"\r\n${line}\r\n"Bo","bo@example.org"\r\n"Cy","cy@example.org"\r\n`)).toEqual([
    [2, ...guess, 'Line 2'],
    [3, ...bo],
    [4, ...cy],
  ])
  // The last line of the file, without a line end.
  expect(rowsIn(`name,email\rBo,bo@example.org\r${line}`)).toEqual([
    [2, ...bo],
    [3, ...guess, 'Line 3'],
  ])
})

test('every delimiter: a broken first row does not make another one look right', () => {
  for (const delimiter of [',', ';', '|', '\t']) {
    const text = ['name,email,class', '"Ana,ana@example.org,7b', 'Bo,bo@example.org,7b', 'Cy,cy@example.org,7b'].join('\n')
    const { detected, people } = read(text.replaceAll(',', delimiter))
    expect(detected).toMatchObject({ delimiter, samples: ['Bo', 'Cy'] })
    expect(people.map(({ error }) => error === null)).toEqual([false, true, true])
  }
})

test('two wrong quotation marks far apart break only their own rows, not those in between', () => {
  expect(rowsIn('name,email\n"Ana,ana@example.org\nBo,bo@example.org\nCy,cy@example.org\nDi",di@example.org')).toEqual([
    [2, 'Ana', 'ana@example.org', 'Line 2'],
    [3, ...bo],
    [4, ...cy],
    [5, 'Di', 'di@example.org', 'Line 5'],
  ])
})

test('line ends within quotes stay in one row: rows are numbered as in a spreadsheet, errors name the line', () => {
  const text = 'name,email,note\nBo,bo@example.org,"Parents:\nmum, mum@example.org\ndad"\nAn"a,ana@example.org,\nCy,cy@example.org,'
  expect(rowsIn(text)).toEqual([
    [2, ...bo],
    [3, 'An"a', 'ana@example.org', 'Line 5'],
    [4, ...cy],
  ])
  expect(rowsIn(`sep=,\n${text}`)).toEqual([
    [2, ...bo],
    [3, 'An"a', 'ana@example.org', 'Line 6'],
    [4, ...cy],
  ])
})

test('many broken rows are read in time, and each is one row', () => {
  const text = sheet(...Array.from({ length: 19_999 }, (_, n) => `"Person ${n},p${n}@example.org`), 'Bo,bo@example.org')
  const { people } = read(text)
  expect(people).toHaveLength(20_000)
  expect(people.at(-1)).toMatchObject({ row: 20_001, name: 'Bo', error: null })
})

const header = (text: string) => {
  const { detected, people } = read(text)
  return [detected.aboveHeader.map(({ row, text: first }) => `${row} ${first}`), detected.emailColumn, people.map(({ row }) => row)]
}
const line = 'Ana Li,ana@example.org,7b'

test.each([
  ['a title', `Class list 7b,,\n,,\nPrinted,3 May 2026,\nName,E-mail,Class\n${line}`, [['1 Class list 7b', '3 Printed'], 'E-mail', [5]]],
  ['a title that mentions e-mail', `E-mail list\nName,School e-mail,Class\n${line}`, [['1 E-mail list'], 'School e-mail', [3]]],
  ['a title with the address of the office', `Office,office@example.org,\nName,Email,Class\n${line}`, [['1 Office'], 'Email', [3]]],
  ['the first row of two that do', `Name,Email,Class\nName,Mail,Class\n${line}`, [[], 'Email', [2, 3]]],
  ['blank lines', `\n\nName,Email,Class\n${line}`, [[], 'Email', [4]]],
  ['row 20', `${'Title\n'.repeat(19)}Name,Email,Class\n${line}`, [expect.objectContaining({ length: 19 }), 'Email', [21]]],
  ['no row that does, then by values', `Wer,Wo,Klasse\n${line}`, [[], 'Wo', [2]]],
  ['no row that does, below a title', `Liste\nWer,Wo,Klasse\n${line}`, [[], 'column 2', [2, 3]]],
  ['a broken header', `"Name,Email,Class\n${line}`, [[], 'Email', [2]]],
])('the header is the first row that names an email column: %s', (_, text, expected) => {
  expect(header(text)).toEqual(expected)
})

test.each([
  ['row 21', `${'Title\n'.repeat(20)}Name,Email,Class\nAna,none,7b`],
  ['no addresses at all', 'Name,Phone\nAna,555\nBo,556'],
])('a file without a header and without emails is rejected with a hint: %s', (_, text) => {
  expect(() => read(text)).toThrow(/^There is no column of email addresses\. One of the first 20 rows must name the columns, for example/)
})

test('a broken row is one INVALID row of the import; the others are saved, 20,000 below a title', async () => {
  const admin = await as('ADMIN')
  const key = unique()
  const file = ['Class list 7b', sheet(`Ana,ana-${key}@example.org`, `"Bo \\"B\\" Li",bo-${key}@example.org`, `Cy,cy-${key}@example.org`)]
  const reply = await send(admin, file.join('\n'))
  expect(reply).toMatchObject({
    summary: { total: 3, created: 2, failed: 1 },
    detected: { delimiter: ',', aboveHeader: [{ row: 1, text: 'Class list 7b' }] },
    rows: [
      { row: 3, outcome: 'CREATED' },
      { row: 4, name: 'Bo "B" Li', email: `bo-${key}@example.org`, outcome: 'INVALID', field: 'line' },
      { row: 5, outcome: 'CREATED' },
    ],
  })
  expect(reply.rows[1]!.reason).toBe(
    'Line 4: a quotation mark (") is missing or in the wrong place. Check how the name and email were read.',
  )
  await expect(send(admin, `Title\n${many(20_000, key)}`, { dryRun: 'true' })).resolves.toMatchObject({ summary: { total: 20_000 } })
  await expect(send(admin, `Title\n${many(20_001, key)}`, { dryRun: 'true' })).rejects.toBeProblem('too-large')
})

/** A workbook whose parts are not where Excel puts them. */
function movedWorkbook(path: string, relations: string, target: string, sheetPath: string) {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const one = (id: string, type: string, to: string) =>
    `<Relationships><Relationship Id="${id}" Type="${base}/${type}" Target="${to}"/></Relationships>`
  return zip({
    '_rels/.rels': one('r0', 'officeDocument', path),
    [path.replace(/^\//, '')]: `<x:workbook xmlns:r="${base}"><x:sheets><x:sheet name="P" sheetId="1" r:id="r1"/></x:sheets></x:workbook>`,
    [relations]: one('r1', 'worksheet', target),
    [sheetPath]: rowsXml(
      `<row r="1">${cell('A1', 'name')}${cell('B1', 'email')}</row>`,
      `<row r="2">${cell('A2', 'Ana Li')}${cell('B2', 'ana@example.org')}</row>`,
    ),
  })
}

test.each([
  ['beside', movedWorkbook('xl/book2.xml', 'xl/_rels/book2.xml.rels', 'worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml')],
  ['absolute', movedWorkbook('/xl/workbook2.xml', 'xl/_rels/workbook2.xml.rels', '/xl/one.xml', 'xl/one.xml')],
  ['at the root', movedWorkbook('workbook.xml', '_rels/workbook.xml.rels', 'sheets/one.xml', 'sheets/one.xml')],
  ['in another folder', movedWorkbook('office/w/book.xml', 'office/w/_rels/book.xml.rels', '../sheet1.xml', 'office/sheet1.xml')],
])('a workbook that is not at xl/workbook.xml: %s', async (_, file) => {
  expect(readPeople(await readXlsx(file)).people).toMatchObject([{ row: 2, name: 'Ana Li', email: 'ana@example.org', error: null }])
})

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

test('cells and rows without a reference are numbered from the one before', async () => {
  const file = workbook(
    rowsXml(
      `<row>${inline('name')}<c/>${inline('email')}</row>`,
      '<row/>',
      `<row>${inline('Ána Li')}<c/>${inline('ana@example.org')}</row>`,
      `<row r="6">${inline('Bo')}${cell('C6', 'bo@example.org')}</row>`,
      `<row>${cell('A8', 'Cy')}<c r="B8"/>${inline('cy@example.org')}</row>`,
    ),
  )
  expect(readPeople(await readXlsx(file)).people).toMatchObject([
    { row: 3, name: 'Ána Li', email: 'ana@example.org', error: null },
    { row: 6, name: 'Bo', email: 'bo@example.org' },
    { row: 8, name: 'Cy', email: 'cy@example.org' },
  ])
})

test('ISO dates and times in cells are read as text', async () => {
  const iso = (at: string, value: string) => `<c r="${at}" t="d"><v>${value}</v></c>`
  const file = workbook(
    rowsXml(
      `<row r="1">${cell('A1', 'name')}${cell('B1', 'email')}${cell('C1', 'lesson')}</row>`,
      `<row r="2">${cell('A2', 'Ana Li')}${cell('B2', 'ana@example.org')}${iso('C2', '09:30:00')}</row>`,
      `<row r="3">${cell('A3', 'Bo')}${cell('B3', 'bo@example.org')}${iso('C3', 'T10:15')}</row>`,
      `<row r="4">${iso('A4', '2026-05-03')}${cell('B4', 'cy@example.org')}${iso('C4', '2026-05-03T10:15:00')}</row>`,
    ),
  )
  expect((await readXlsx(file)).rows.map(({ cells }) => cells)).toEqual([
    ['name', 'email', 'lesson'],
    ['Ana Li', 'ana@example.org', '09:30:00'],
    ['Bo', 'bo@example.org', 'T10:15'],
    ['2026-05-03', 'cy@example.org', '2026-05-03T10:15:00'],
  ])
})
