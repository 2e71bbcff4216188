/** The tab of each row, the effect of corrections, and the files made from them. */

import { describe, expect, test } from 'vitest'
import type { ImportRow } from '@lms/contract/users'
import {
  type Changes,
  countRows,
  firstTab,
  isFixable,
  findNextError,
  noChanges,
  rebaseEdits,
  buildImportRows,
  toRows,
  toCsv,
  failedRowsCsv,
} from './import-rows.ts'
import { tabNote } from './labels.ts'

const row = (number: number, outcome: ImportRow['outcome'], facts: Partial<ImportRow> = {}): ImportRow => ({
  row: number,
  name: `Person ${number}`,
  email: `p${number}@harbour.example`,
  outcome,
  reason: outcome === 'CREATED' ? null : outcome,
  ...facts,
})
const base = [
  row(3, 'CREATED'),
  row(4, 'CREATED', { email: 'bea@gmial.com' }),
  row(6, 'INVALID', { email: 'hassan@', field: 'email' }),
  row(7, 'DUPLICATE_IN_FILE', { email: 'p3@harbour.example', field: 'email' }),
  row(8, 'ENROLLED'),
  row(9, 'UNCHANGED'),
  row(10, 'FORBIDDEN_ROLE'),
  row(11, 'INVALID', { reason: 'Marked deleted in the file.', field: 'status' }),
]
const tabsOf = (changes: Changes = noChanges, latest = base, checked = noChanges) =>
  Object.fromEntries(
    buildImportRows(base, latest, checked)(changes).map((one) => [one.row, `${one.tab}${one.isPending ? ', pending' : ''}`]),
  )

test('failed rows and rows with a suggestion need attention; the others are ready or exist already', () => {
  expect(tabsOf()).toEqual({ 3: 'ready', 4: 'need', 6: 'need', 7: 'need', 8: 'same', 9: 'same', 10: 'need', 11: 'need' })
  const counts = countRows(buildImportRows(base, base, noChanges)(noChanges))
  expect(counts).toMatchObject({ ready: 1, need: 5, same: 2, skipped: 0, imported: 3, failed: 4, pending: 0, doubtful: 1 })
  expect(firstTab(counts)).toBe('need')
  expect(tabNote('need', counts, true)).toBe('1 to confirm, 4 left out')
  expect(tabNote('same', counts, true)).toBe('1 enrolled, 1 unchanged')
  expect(tabNote('ready', counts, true)).toBe('new people, invited by email')
  expect(tabNote('ready', counts, false)).toBe('new people, no email sent')
})

test('a broken line can be corrected here, and is only sent in a generated file after that', () => {
  const [broken, good] = [row(2, 'INVALID', { reason: 'Line 2', field: 'line' }), row(3, 'CREATED')]
  const shown = buildImportRows([broken, good], [broken, good], noChanges)(noChanges)
  expect(shown.map((one) => [one.tab, isFixable(one)])).toEqual([
    ['need', true],
    ['ready', false],
  ])
  const sent = (changes: Changes) => toRows([broken, good], changes).map((one) => one?.email ?? null)
  expect(sent({ edits: { 3: { name: 'Bo', email: 'bo@harbour.example' } }, skipped: [] })).toEqual([null, 'bo@harbour.example'])
  expect(sent({ edits: { 2: { name: 'Bo', email: broken.email } }, skipped: [] })).toEqual([broken.email, good.email])
  // Checking the others leaves it as it was parsed.
  const after = buildImportRows([broken, good], [good], { edits: { 3: good }, skipped: [] })({ edits: { 3: good }, skipped: [] })
  expect(after[0]).toMatchObject({ tab: 'need', reason: 'Line 2', isPending: false })
})

describe('a corrected row', () => {
  const changes: Changes = { edits: { 6: { name: 'Hassan Ali', email: 'hassan@harbour.example' } }, skipped: [] }
  test('stays in its tab until the next check', () => {
    expect(tabsOf(changes)[6]).toBe('need, pending')
    const shown = buildImportRows(base, base, noChanges)(changes).find((one) => one.row === 6)
    expect(shown).toMatchObject({ name: 'Hassan Ali', email: 'hassan@harbour.example', isEdited: true })
  })
  test('with an accepted suggestion stays in its tab too, until the next check', () => {
    const taken: Changes = { edits: { 4: { name: 'Bea', email: 'bea@gmail.com' } }, skipped: [] }
    expect(tabsOf(taken)[4]).toBe('need, pending')
    expect(
      tabsOf(
        taken,
        base.map((one) => (one.row === 4 ? { ...one, email: 'bea@gmail.com' } : one)),
        taken,
      )[4],
    ).toBe('ready')
  })
  test('has the result of its check; a later change waits for another', () => {
    const latest = base.map((one) => (one.row === 6 ? row(6, 'CREATED', changes.edits[6]) : one))
    expect(tabsOf(changes, latest, changes)[6]).toBe('ready')
    expect(tabsOf({ ...changes, edits: { 6: { name: 'H', email: 'h@harbour.example' } } }, latest, changes)[6]).toBe('ready, pending')
    expect(tabsOf(noChanges, latest, changes)[6]).toBe('ready, pending')
  })
  test('that was emptied is not imported, and not lost', () => {
    const emptied: Changes = { edits: { 6: { name: '', email: '' } }, skipped: [] }
    const latest = base.filter((one) => one.row !== 6)
    const shown = buildImportRows(base, latest, emptied)(emptied).find((one) => one.row === 6)
    expect(shown).toMatchObject({ tab: 'need', isPending: false, reason: 'There is no email address.', email: '' })
  })
})

test('skipped rows are left out; a check is only needed if that changes the result of others', () => {
  expect(tabsOf({ edits: {}, skipped: [6, 4] })).toMatchObject({ 6: 'skipped', 4: 'skipped' })
  // Row 7 repeats the address of row 3.
  expect(tabsOf({ edits: {}, skipped: [3] })[3]).toBe('skipped, pending')
  const checked: Changes = { edits: {}, skipped: [3] }
  const latest = base.filter((one) => one.row !== 3).map((one) => (one.row === 7 ? { ...one, outcome: 'CREATED' as const } : one))
  expect(tabsOf(checked, latest, checked)).toMatchObject({ 3: 'skipped', 7: 'ready' })
  expect(tabsOf(noChanges, latest, checked)[3]).toBe('ready, pending')
  // Skipping an invalid row and undoing that does not make it valid.
  expect(tabsOf(noChanges, base, { edits: {}, skipped: [6] })[6]).toBe('need')
})

test('the file sent keeps row numbers, and leaves out skipped rows and those marked as deleted', () => {
  const rows = toRows(base, { edits: { 6: { name: 'H', email: 'h@harbour.example' } }, skipped: [4] })
  expect(rows).toHaveLength(10)
  expect(rows.map((one) => one?.email ?? null)).toEqual([
    null,
    'p3@harbour.example',
    null,
    null,
    'h@harbour.example',
    'p3@harbour.example',
    'p8@harbour.example',
    'p9@harbour.example',
    'p10@harbour.example',
    null,
  ])
})

test('the key goes from error to error, past changed rows, and from the last to the first', () => {
  const rows = buildImportRows(base, base, noChanges)({ edits: { 6: { name: 'H', email: 'h@harbour.example' } }, skipped: [] })
  const order = [4, 7, 10, 11, 4]
  let now: number | null = null
  for (const expected of order) expect((now = findNextError(rows, now)?.row ?? null)).toBe(expected)
  expect(findNextError(rows.slice(0, 1), null)).toBeUndefined()
})

test('20,000 rows are sorted into their tabs in less than a second', () => {
  const many = Array.from({ length: 20_000 }, (_, n) =>
    row(n + 2, n % 100 === 0 ? 'INVALID' : 'CREATED', n % 100 === 0 ? { field: 'email' } : {}),
  )
  const skipped = many.slice(0, 5000).map((one) => one.row)
  const rows = buildImportRows(many, many, noChanges)({ edits: {}, skipped })
  expect(countRows(rows)).toMatchObject({ skipped: 5000, need: 150, ready: 14_850 })
})

test('parsing a file with other options keeps typed corrections, and takes the rest from the new result', () => {
  const garbled = [row(3, 'INVALID', { name: 'Zo‘', email: 'zoe@' }), row(4, 'CREATED', { name: 'Bo' }), row(9, 'CREATED')]
  const readWell = [row(3, 'INVALID', { name: 'Zoë', email: 'zoe@' }), row(4, 'CREATED', { name: 'Bö' })]
  const changes: Changes = {
    edits: {
      3: { name: 'Zo‘', email: 'zoe@harbour.example' },
      4: { name: 'Bob', email: 'p4@harbour.example' },
      9: { name: 'X', email: 'x@harbour.example' },
    },
    skipped: [4, 9],
  }
  expect(rebaseEdits(changes, garbled, readWell)).toEqual({
    edits: { 3: { name: 'Zoë', email: 'zoe@harbour.example' }, 4: { name: 'Bob', email: 'p4@harbour.example' } },
    skipped: [4],
  })
})

const linesOf = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  return new TextDecoder().decode(bytes).split('\r\n')
}

test('corrected rows keep their numbers; blank rows take the place of the others', async () => {
  const row = (number: number, email: string) => ({ row: number, name: 'A "B", C', email, outcome: 'CREATED', reason: null }) as const
  const file = toCsv(toRows([row(2, 'a@b.example'), row(5, 'c@d.example')], noChanges), 'list.final.xlsx')
  expect(file.name).toBe('list.final.csv')
  expect(await linesOf(file)).toEqual(['"name","email"', '"A ""B"", C","a@b.example"', '', '', '"A ""B"", C","c@d.example"', ''])
})

test('failed rows: the template with reasons, whose formulas do nothing in a spreadsheet', async () => {
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
