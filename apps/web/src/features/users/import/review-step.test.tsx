/** Importing people, the rows of a file before anything is saved: how it is read, and rows that are fixed or skipped. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import type { ImportRow } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { ana, choose, reply, signInToImport } from '#test/import-page.tsx'

beforeEach(signInToImport)

test('the contents of a file are shown as text, whatever they look like', async () => {
  const name = '<img src=x onerror="alert(1)">'
  const email = `=HYPERLINK("http://x","<script>")`
  await choose(async () => reply({ row: 2, name, email, outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }))
  await screen.findAllByText('This is not an email address.')
  // In fields if the row is open for editing, else as text.
  const shown = [...document.querySelectorAll('input')].map(({ value }) => value).join(' ') + document.body.textContent
  for (const words of [name, email]) expect(shown).toContain(words)
  expect(document.querySelector('img, script')).toBeNull()
})

const encoding = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Encoding' })
const delimiter = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Between the columns' })
const refused = (pointer: string, detail: string) => () =>
  Promise.reject(new ApiProblem('validation-failed', { status: 422, detail, errors: [{ pointer, detail }] }))

test('a file that was parsed wrongly can be parsed with other options, which the import keeps; if that fails, the first result stays', async () => {
  const { asked } = await choose(
    async () => reply({ ...ana, name: 'Zo‘' }),
    async () => reply({ ...ana, name: 'Zoë' }),
    refused('?delimiter', 'There is no column of email addresses.'),
    async () => reply({ ...ana, name: 'Zoë' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change columns' }))
  expect((await encoding()).selectedOptions[0]!.textContent).toBe('Automatic: UTF-8')
  await userEvent.selectOptions(await encoding(), 'Macintosh')
  await screen.findByText('Zoë')
  expect(await encoding()).toBe(document.activeElement)
  await userEvent.selectOptions(await delimiter(), 'Tab')
  expect((await screen.findByRole('alert')).textContent).toContain('people.csv cannot be read like that')
  expect([(await encoding()).value, (await delimiter()).value]).toEqual(['Macintosh', ''])
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }))
  await screen.findByRole('heading', { name: 'Nobody was added' })
  expect(asked()).toMatchObject([
    { encoding: undefined, dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: undefined, dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: '\t', dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: undefined, dryRun: undefined },
  ])
})

test('a question about the columns comes before the import: the answer is sent, and the select keeps the focus', async () => {
  const text = 'Only family names were found, in “Surname”. Which column has the given names?'
  const options = [
    { value: '1,2', label: '“Kosename”, such as Jan, Ana' },
    { value: '2', label: 'None: “Surname” is the whole name' },
  ]
  const asking = (chosen: string | null, name: string) => async () => {
    const read = reply({ ...ana, name })
    const notRead = [{ column: 'Role', values: [{ text: 'Teacher', rows: 1 }], findings: [] }]
    const questions = [{ field: 'nameColumns' as const, text, options, chosen }]
    return { ...read, detected: { ...read.detected, questions, notRead, otherSheets: ['Staff'] } }
  }
  const { asked } = await choose(asking(null, 'Li'), asking('1,2', 'Ana Li'), asking('1,2', 'Ana Li'))
  const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: text })
  expect((await select()).selectedOptions[0]!.textContent).toBe('Choose a column')
  screen.getByText('Choose the columns first.')
  expect(document.body.textContent).toContain(
    '“Role” is not read and changes nothing: Teacher (1 row). Only the first sheet is read, not “Staff”.',
  )
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await userEvent.selectOptions(await select(), '1,2')
  await screen.findByText('Ana Li')
  expect(document.activeElement).toBe(await select())
  expect((await select()).value).toBe('1,2')
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }))
  await waitFor(() => expect(asked()).toHaveLength(3))
  expect(asked()).toMatchObject([
    { nameColumns: undefined },
    { nameColumns: '1,2', dryRun: 'true' },
    { nameColumns: '1,2', dryRun: undefined },
  ])
})

test('a check says how many people on the waiting list would be passed', async () => {
  await choose(async () => ({ ...reply(ana), passed: 2 }))
  expect(await screen.findByText('Nothing is saved yet. They go ahead of 2 on the waiting list.')).toBeDefined()
})

test('a file with an unknown encoding is read in the chosen one; corrections are sent as a new file', async () => {
  const faulty: ImportRow = { ...ana, email: 'ana@', outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }
  const { asked } = await choose(
    refused('/file', 'Byte 3 of the file is a character neither of UTF-8 nor of Windows-1252.'),
    async () => reply(faulty),
    async () => reply(ana),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('people.csv cannot be imported')
  await userEvent.selectOptions(await encoding(), 'Shift_JIS')
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email, row 2' }), 'example.org{Enter}')
  await screen.findByRole('button', { name: 'Import 1 person' })
  expect(asked().map((query) => query.encoding)).toEqual([undefined, 'Shift_JIS', undefined])
})

test('rows above the column names are said to be skipped; a broken line is used as it was read, or corrected', async () => {
  const read = reply(ana)
  const reason = 'Line 5: a quotation mark (") is missing or in the wrong place.'
  const broken: ImportRow = { row: 5, name: 'Bo "B" Li', email: 'bo@example.org', outcome: 'INVALID', reason, field: 'line' }
  const aboveHeader = [1, 2, 3, 4].map((row) => ({ row, text: `Title ${row}` }))
  const { sent } = await choose(
    async () => ({ ...reply(ana, broken), detected: { ...read.detected, aboveHeader } }),
    async () => reply(ana, { ...broken, outcome: 'CREATED', reason: null }),
  )
  await screen.findByText(/Skipped above the column names: row 1 “Title 1”, row 2 “Title 2”, row 3 “Title 3” and 1 more row\./)
  screen.getByText(reason)
  await userEvent.click(screen.getByRole('button', { name: /^Use as shown/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('button', { name: 'Import 2 people' })
  expect(sent()).toHaveLength(2)
})

test('names and addresses are read from other columns, also of a workbook; corrections are sent with the columns of their own file', async () => {
  const book = reply(ana)
  const asWorkbook = (read: { nameColumns: string; emailColumn: string }, row: ImportRow) => async () => ({
    ...reply(row),
    detected: { ...book.detected, format: 'XLSX' as const, delimiter: null, encoding: null, read },
  })
  const wrongAddress: ImportRow = { ...ana, name: 'Annie', email: 'ana@', outcome: 'INVALID', reason: 'Not one.', field: 'email' }
  const { asked } = await choose(
    asWorkbook({ nameColumns: '1', emailColumn: '2' }, ana),
    asWorkbook({ nameColumns: '3', emailColumn: '2' }, { ...ana, name: 'Annie' }),
    asWorkbook({ nameColumns: '3,1', emailColumn: '2' }, { ...ana, name: 'Annie Ana' }),
    asWorkbook({ nameColumns: '3,1', emailColumn: '3' }, wrongAddress),
    async () => reply(ana),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change columns' }))
  expect(screen.queryByRole('combobox', { name: 'Encoding' })).toBeNull()
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  expect(select('Names, or given names').selectedOptions[0]!.textContent).toBe('name: Ana, Bo, Cy')
  await userEvent.selectOptions(select('Names, or given names'), '3')
  await screen.findByText('Annie')
  expect(document.activeElement).toBe(select('Names, or given names'))
  await userEvent.selectOptions(select('Family names'), '1')
  await screen.findByText('Annie Ana')
  await userEvent.selectOptions(select('Email addresses'), '3')
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email, row 2' }), 'example.org{Enter}')
  await screen.findByRole('button', { name: 'Import 1 person' })
  expect(asked()).toMatchObject([
    { nameColumns: undefined, emailColumn: undefined },
    { nameColumns: '3', emailColumn: undefined },
    { nameColumns: '3,1', emailColumn: undefined },
    { nameColumns: '3,1', emailColumn: '3' },
    { nameColumns: '1', emailColumn: '2' },
  ])
})

test('rows whose role or state contradicts the import are named with what would happen, and can be left out', async () => {
  const bea: ImportRow = { row: 3, name: 'Bea', email: 'bea@example.org', outcome: 'CREATED', reason: null }
  const known: ImportRow = { row: 4, name: 'Cy', email: 'cy@example.org', outcome: 'UNCHANGED', reason: 'Has an account already.' }
  const read = reply(ana, bea, known)
  const notRead = [
    { column: 'Role', values: [{ text: 'Teacher', rows: 2 }], findings: [{ kind: 'NOT_STUDENT' as const, rows: [2, 4] }] },
    { column: 'Kind', values: [{ text: 'Pupil', rows: 1 }], findings: [{ kind: 'STUDENT' as const, rows: [3] }] },
    { column: 'Status', values: [{ text: 'suspended', rows: 2 }], findings: [{ kind: 'SUSPENDED' as const, rows: [2, 3, 4] }] },
  ]
  await choose(async () => ({ ...read, detected: { ...read.detected, notRead } }))
  await screen.findByText('“Role” says that 1 person is not a student. They would be added as a student.')
  expect(screen.queryByText(/“Kind”: /)).toBeNull()
  screen.getByText('“Status” says that 2 people are suspended. They would still be added and invited.')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out this row' }))
  await screen.findByText('“Status” says that 1 person is suspended. They would still be added and invited.')
  expect(screen.queryByText(/“Role”: /)).toBeNull()
  await screen.findByRole('button', { name: 'Import 1 person' })
})

test('people with an address that looks mistyped are counted at the bottom', async () => {
  const bea: ImportRow = { ...ana, row: 3, name: 'Bea', email: 'bea@gmial.com' }
  await choose(async () => reply(ana, bea))
  await screen.findByRole('button', { name: 'Import 2 people' })
  expect(screen.getByText('Nothing is saved yet. 1 with a doubtful address.')).toBeTruthy()
})

const wrong = (row: number, name: string): ImportRow => {
  const reason = 'This is not an email address.'
  return { row, name, email: `${name.toLowerCase()}@`, outcome: 'INVALID', reason, field: 'email' }
}

test('rows are skipped one by one, and the second does not bring back the first', async () => {
  await choose(async () => reply(ana, wrong(3, 'Bo'), wrong(4, 'Cy')))
  for (const row of [3, 4]) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Edit.*${row}$`) }))
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^Skip.*${row}$`) }))
  }
  await waitFor(() => expect(screen.queryByText('This is not an email address.')).toBeNull())
  expect(screen.getByRole('link', { name: /Skipped/ }).textContent).toContain('Skipped2')
})

test('Escape undoes what was typed since the row was opened, and leaves its earlier correction', async () => {
  await choose(async () => reply(wrong(2, 'Bo'), wrong(3, 'Cy')))
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: /^Edit.*2$/ }))
  const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email, row 2' })
  await edit()
  const first = email().value
  await userEvent.type(email(), 'example.org')
  const corrected = email().value
  expect(corrected).not.toBe(first)
  await userEvent.click(await screen.findByRole('button', { name: /^Edit.*3$/ }))
  await edit()
  await userEvent.type(email(), 'x{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Email, row 2' })).toBeNull()
  await edit()
  expect(email().value).toBe(corrected)
})

test('two corrected rows are checked again together', async () => {
  const send = vi.spyOn(api.users, 'importUsers')
  await choose(
    async () => reply(wrong(2, 'Bo'), wrong(3, 'Cy')),
    async () => reply({ ...ana, name: 'Bo' }, { ...ana, row: 3, name: 'Cy' }),
  )
  for (const row of [2, 3]) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Edit.*${row}$`) }))
    await userEvent.type(screen.getByRole('textbox', { name: `Email, row ${row}` }), 'example.org')
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('button', { name: 'Import 2 people' })
  const corrected = await (send.mock.calls[1]![0].body.get('file') as File).text()
  expect(corrected).toMatch(/bo@example\.org[^]*cy@example\.org/)
})

test('after a check the first row that is still wrong is open, with its wrong field focused; not while others wait for a check', async () => {
  await choose(
    async () => reply(wrong(2, 'Bo'), wrong(4, 'Cy')),
    async () => reply(wrong(2, 'Bo'), { ...ana, row: 4, name: 'Cy' }),
    async () => Promise.reject(new ApiProblem('unavailable', { status: 503, detail: 'Not now' })),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Edit.*4$/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email, row 4' }), 'example.org{Enter}')
  const email = await screen.findByRole('textbox', { name: 'Email, row 2' })
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, 'x{Enter}')
  await screen.findByRole('alert')
  expect(screen.queryByRole('textbox', { name: 'Email, row 2' })).toBeNull()
})
