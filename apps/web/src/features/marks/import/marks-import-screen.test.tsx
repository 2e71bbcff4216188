/** Importing marks: what needs a decision, what is sent, and going back. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ImportedMark, MarksImport } from '@lms/contract/marks'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse } from '#test/fixtures.ts'
import { essay, makeImportedMark } from '#test/gradebook.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarksImportScreen } from './marks-import-screen.tsx'

const cell = (row: number, name: string, values: Partial<ImportedMark> = {}): ImportedMark => makeImportedMark(row, { name, ...values })
const found = (cells: ImportedMark[], values: Partial<MarksImport> = {}): MarksImport => ({
  id: null,
  undoUntil: null,
  rows: 24,
  assignments: 1,
  exportedAt: '2026-11-20T18:10:00.000Z',
  read: { nameColumns: '1', emailColumn: '3' },
  columns: [
    { at: 1, title: 'Name', samples: ['Ana Li'] },
    { at: 2, title: 'Parent email', samples: ['eva@home.example'] },
    { at: 3, title: 'Student email', samples: ['ana@school.example'] },
  ],
  ignoredColumns: [],
  ignoredSheets: [],
  cells,
  saved: cells.filter(({ finding }) => finding === null).length,
  unchanged: 54,
  ...values,
})

async function open(...replies: (() => Promise<MarksImport>)[]) {
  signInAs('TRAINER')
  const undone: object[] = []
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    marks: {
      importMarks: () => replies.shift()!(),
      undoMarksImport: async (request) => {
        undone.push(request.params)
        return { undone: 2 }
      },
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.marksImport.pattern} element={<ScreenWithData of={MarksImportScreen} />} />
    </Routes>,
    paths.marksImport.to({ courseId }),
  )
  await screen.findByRole('button', { name: 'Choose a file' })
  const file = new File(['x'], 'marks.csv')
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  // Browsers refuse to send a file that was changed on disk since it was chosen.
  file.arrayBuffer = () => Promise.reject(new Error('changed on disk'))
  /** The files that were sent: to be checked first, then to be saved. */
  const listSent = () => called.filter(({ name }) => name === 'marks.importMarks').map(({ request }) => request)
  /** What was sent last, as rows of cells. */
  const sent = async () => {
    const text = await ((listSent().at(-1)!.body as FormData).get('file') as File).text()
    return text
      .trim()
      .split('\r\n')
      .map((line) => line.replaceAll(/\ufeff|"/g, '').split(','))
  }
  return { listSent, sent, undone }
}

const version = (n: number) => `${essay.id.slice(-12)}:${n}`

test('other columns are read, the list of columns stays, and only the checked marks are saved', async () => {
  const cells = [cell(2, 'Amara', { marks: 18, now: 17 })]
  const read = { nameColumns: '1', emailColumn: '2' }
  const { listSent } = await open(
    async () => found(cells),
    async () => found([cell(2, 'Jonas', { marks: 18, now: 17 })], { read }),
    () => Promise.reject(new FakeProblem(422, 'validation-failed', 'The file has no such column.')),
    async () => found([], { id: idOf(1) }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change columns' }))
  const email = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Email addresses' })
  expect(email.selectedOptions[0]!.textContent).toBe('Student email: ana@school.example')
  await userEvent.selectOptions(email, '2')
  await screen.findByText('Jonas')
  expect(document.activeElement).toBe(email)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Names, or given names' }), '0')
  expect((await screen.findByRole('alert')).textContent).toContain('The file has no such column.')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await waitFor(() => expect(listSent()).toHaveLength(4))
  expect(listSent().map(({ query }) => query)).toEqual([
    { dryRun: 'true' },
    { dryRun: 'true', emailColumn: '2' },
    { dryRun: 'true', emailColumn: '2', nameColumns: '0' },
    {},
  ])
})

test('a file that is empty is not sent', async () => {
  const { listSent } = await open(() => Promise.reject(new FakeProblem(422, 'validation-failed', 'Nothing was read.')))
  await screen.findByText('Nothing was read.')
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([], 'marks.csv'))
  await screen.findByText('marks.csv is empty. Export the marks, and change them in that file.')
  expect(listSent()).toHaveLength(1)
})

test('doubtful marks are kept unless chosen, wrong ones can be corrected, and only what was checked is sent', async () => {
  const cells = [
    cell(2, 'Amara', { marks: 18, now: 17 }),
    cell(3, 'Jonas', { marks: 9, now: 16 }),
    cell(5, 'Diego', { text: '24', finding: 'ABOVE_MAXIMUM', detail: 'Above the maximum of 20' }),
    cell(11, 'hassan@harbour.example', { student: null, assignment: null, finding: 'UNKNOWN_STUDENT', detail: 'Not enrolled' }),
    cell(16, 'Mei', { marks: 15, now: 16, version: 3, finding: 'CHANGED_SINCE', detail: 'Tom changed it to 16 after your export' }),
  ]
  const { sent, listSent, undone } = await open(
    async () => found(cells),
    async () => found(cells.slice(0, 2), { id: idOf(90), undoUntil: '2026-11-20T18:30:00.000Z' }),
  )
  await screen.findByText('1 to confirm, 2 left out')
  screen.getByText('Large change, check it')
  screen.getByText('Nothing is saved yet. 3 cells are left out. No late deduction is applied.')
  await userEvent.click(screen.getByRole('button', { name: 'Use 15 for Mei, cell D16' }))
  screen.getByRole('button', { name: 'Keep 16 for Mei, cell D16' })
  await userEvent.click(screen.getByRole('button', { name: 'Edit for Diego, cell D5' }))
  const field = screen.getByRole('textbox', { name: 'Mark of Diego for Essay, at most 20' })
  await userEvent.clear(field)
  await userEvent.type(field, '21{Enter}')
  expect(screen.getAllByText('Above the maximum of 20')).toHaveLength(2)
  await userEvent.clear(field)
  await userEvent.type(field, '14,5{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save 4 marks' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: '2 marks saved' }))
  expect(await sent()).toEqual([
    ['Student id', 'Name', `[${essay.id}]`, 'Versions'],
    [idOf(62), 'Amara', '18', version(1)],
    [idOf(63), 'Jonas', '9', version(1)],
    [idOf(65), 'Diego', '14.5', version(1)],
    [idOf(76), 'Mei', '15', version(3)],
  ])
  expect(listSent().map(({ query }) => query)).toEqual([{ dryRun: 'true' }, {}])
  await userEvent.click(screen.getByRole('button', { name: 'Undo this import' }))
  await screen.findByRole('heading', { name: '2 marks restored' })
  expect(undone).toEqual([{ courseId, id: idOf(90) }])
})

test('a student who is listed twice gets the chosen mark', async () => {
  const twice = { finding: 'TWICE', detail: 'Twice in this file: row 23 says 14' } as const
  const again = { ...cell(23, 'Tomás', { marks: 12, ...twice }), row: 24 }
  const { sent } = await open(
    async () => found([cell(23, 'Tomás', { marks: 14 }), again]),
    async () => found([], { id: idOf(90), undoUntil: '2026-11-20T18:30:00.000Z' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Use 12 for Tomás, cell D24' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await waitFor(async () => expect((await sent())[1]).toEqual([idOf(83), 'Tomás', '12', version(1)]))
})

test('a mark without a submission says that it is saved anyway, and is sent without a version', async () => {
  const detail = 'No submission: the mark is saved anyway'
  const { sent } = await open(
    async () => found([cell(2, 'Amara', { marks: 18, version: null, detail })]),
    async () => found([], { id: idOf(90), undoUntil: '2026-11-20T18:30:00.000Z' }),
  )
  await screen.findByText(detail)
  screen.getByText('nothing to decide')
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 mark' }))
  await waitFor(async () => expect((await sent())[1]).toEqual([idOf(62), 'Amara', '18', '']))
})

test('a percentage, a formula and an ambiguous number are saved as a click says, or as they are corrected', async () => {
  const cells = [
    cell(2, 'Amara', { text: '85%', finding: 'PERCENT', detail: '85\u00a0% of 20 is 17', offers: [17] }),
    cell(3, 'Jonas', { text: '=8+8', finding: 'FORMULA', detail: 'A formula. Its result is 16', offers: [16], now: 12 }),
    cell(4, 'Mei', { text: '1,250', finding: 'THOUSANDS', detail: 'Write 1250 or 1.25', offers: [1250, 1.25] }),
    cell(5, 'Diego', { text: '90%', finding: 'PERCENT', detail: '90\u00a0% of 20 is 18', offers: [18] }),
  ]
  const { sent } = await open(
    async () =>
      found(cells, {
        ignoredSheets: ['Resits', 'Notes'],
        ignoredColumns: [
          { column: 'A', title: 'Student ID', reason: 'Not our student ids: students are found by email.' },
          { column: 'F', title: 'Remarks', reason: null },
          { column: 'G', title: 'Class', reason: null },
        ],
      }),
    async () => found([], { id: idOf(90), undoUntil: '2026-11-20T18:30:00.000Z' }),
  )
  await screen.findByText('4 to confirm, 0 left out')
  screen.getByText('Only the first sheet is read, not “Resits” and “Notes”.')
  screen.getByText('Column A “Student ID” is not imported. Not our student ids: students are found by email.')
  screen.getByText('Columns not imported: F “Remarks”, G “Class”.')
  await userEvent.click(screen.getByRole('button', { name: 'Use the file for all 3 to confirm' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep 12 for Jonas, cell D3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Use 1.25 for Mei, cell D4' }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave out for Diego, cell D5' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit for Diego, cell D5' }))
  const field = screen.getByRole('textbox', { name: 'Mark of Diego for Essay, at most 20' })
  await userEvent.clear(field)
  await userEvent.type(field, '1,250{Enter}')
  screen.getByText('Write 1250 or 1.25', { selector: '.mantine-TextInput-error' })
  await userEvent.clear(field)
  await userEvent.type(field, '18,5{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save 3 marks' }))
  await waitFor(async () =>
    expect((await sent()).slice(1).map((row) => row.slice(1, 3))).toEqual([
      ['Amara', '17'],
      ['Mei', '1.25'],
      ['Diego', '18.5'],
    ]),
  )
})

test('all doubtful marks are used at once', async () => {
  const doubtful = { now: 16, finding: 'CHANGED_SINCE', detail: 'Changed' } as const
  await open(async () => found([cell(2, 'Ana', { marks: 12, ...doubtful }), cell(3, 'Bea', { marks: 13, ...doubtful })]))
  await userEvent.click(await screen.findByRole('button', { name: 'Use the file for all 2 to confirm' }))
  expect(screen.getByRole('button', { name: 'Save 2 marks' })).toBeDefined()
  // What is decided needs no attention any more, and is not dropped unasked.
  screen.getByText('nothing to decide')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByRole('button', { name: 'Save 2 marks' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Go back' }))
  await screen.findByRole('button', { name: 'Choose a file' })
})

test('a file that cannot be used says why, and without changes nothing can be saved', async () => {
  const detail = 'This file belongs to Public Health Statistics. Nothing was read.'
  await open(
    () => Promise.reject(new FakeProblem(422, 'validation-failed', detail)),
    async () => found([]),
  )
  await screen.findByText(detail)
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'marks.csv'))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'No mark changes.' }))
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  screen.getByRole('button', { name: 'Choose a file' })
})

test('after a lost response the request is repeated with the same key; another decision is another request', async () => {
  const lost = () => Promise.reject(new FakeProblem(503, 'unavailable', 'The server did not answer.'))
  const cells = [cell(2, 'Amara', { marks: 18, now: 17 }), cell(3, 'Mei', { marks: 15, now: 16, finding: 'CHANGED_SINCE' })]
  await open(async () => found(cells), lost, lost, lost)
  const keys: string[] = []
  const { fetch: answer } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get('idempotency-key')
    if (key !== null) keys.push(key)
    return answer(url, init)
  })
  const save = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }))
    await screen.findByText('The server did not answer.')
  }
  await save('Save 1 mark')
  await save('Save 1 mark')
  await userEvent.click(screen.getByRole('button', { name: 'Use 15 for Mei, cell D3' }))
  await save('Save 2 marks')
  expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)])
  expect(keys[2]).not.toBe(keys[0])
})

test('the check says how many marks stay held', async () => {
  await open(async () =>
    found([
      cell(2, 'Amara', { marks: 18, isHeld: true }),
      cell(3, 'Jonas', { marks: 9, isHeld: true }),
      cell(4, 'Mei', { marks: 7, now: 6 }),
    ]),
  )
  expect(await screen.findByText('2 of these marks stay held: students see them once you release them.')).toBeTruthy()
})
