/** The gradebook: what its cells, notes and panels say, the exported file, and refusals. The viewer is in Adelaide. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { GradebookColumn, GradebookRow, MarkCell } from '@lms/contract/marks'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs, type Fakes } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, weekId } from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarksScreen } from './marks-screen.tsx'

const { matchMedia } = window
beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
})

const student = { id: idOf(60), name: 'Ana Li', profileImageUrl: null, email: 'ana@harbour.example' }
const oneColumn = [columnOf(50, 'Essay')]
const rowOf = (...cells: MarkCell[]): GradebookRow => ({ student, total: null, cells })

type Book = { columns?: GradebookColumn[]; items?: GradebookRow[]; total?: number }
function open({ columns = oneColumn, items = [rowOf(cell())], total = items.length }: Book = {}, at = '', marks: Fakes['marks'] = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER', { title: 'Data Journalism' }) },
    marks: {
      getGradebook: async ({ query = {} }) => ({
        columns,
        items,
        missingCounts: 'CLOSED',
        showMedians: false,
        page: Number(query.page),
        limit: 50,
        total,
      }),
      getMarksSummary: async () => ({
        students: 24,
        toGrade: 3,
        missing: 2,
        oldest: { submissionId: idOf(71), assignmentId: idOf(50), weekId },
        medianTotal: null,
        assignments: [
          { id: idOf(50), graded: 4, toGrade: 3, missing: 1, median: 14, lowest: 3, highest: 20, spread: [1, 0, 0, 2, 1] },
          { id: idOf(51), graded: 2, toGrade: 0, missing: 0, median: 9, lowest: 8, highest: 10, spread: [0, 0, 2, 0, 0] },
        ],
      }),
      ...marks,
    },
  })
  const view = renderAt(
    <Routes>
      <Route path={paths.marks.pattern} element={<ScreenWithData of={MarksScreen} />} />
    </Routes>,
    paths.marks.to({ courseId }) + at,
  )
  return { ...view, called, query: () => called.findLast(({ name }) => name === 'marks.getGradebook')?.request.query }
}

test.each<[Partial<MarkCell>, string]>([
  [{ state: 'GRADED', marks: 15, late: true, isHeld: true, submissionId: idOf(70), attempt: 1 }, '15 of 20, late, held'],
  [{ state: 'MISSING', isMissingCounted: true }, 'Missing, counts as 0'],
  [{ state: 'MISSING' }, 'Missing, not counted yet'],
  [{ state: 'TO_GRADE', late: true, submissionId: idOf(70), attempt: 1 }, 'To grade, late'],
  [{ state: 'RETURNED', submissionId: idOf(70), attempt: 1 }, 'Returned'],
  [{ state: 'NOT_DUE' }, 'Not due yet'],
  [{ state: 'NOT_DUE', extendedTo: '2026-11-24T12:00:00.000Z' }, 'Not due yet, extended to Tue 24 Nov, 22:30'],
  [{ state: 'BEFORE_JOINING' }, 'Before enrolment'],
  [{ state: 'EXCUSED' }, 'Excused'],
])('a screen reader hears of %j', async (facts, words) => {
  open({ items: [rowOf(cell(facts))] })
  const grid = await screen.findByRole('grid', { name: 'Marks' })
  expect(grid.innerHTML).toContain(`Ana Li, Essay: ${words}`)
  // The same for a pointer, whose cell only has an icon or a number.
  expect(grid.querySelector('tbody [data-cell="1:1"]')?.getAttribute('title')).toContain(words)
})

test.each<[string, Book, string, string]>([
  ['without assignments', { columns: [], items: [rowOf()] }, '', 'No assignments yet.'],
  ['without students', { items: [] }, '', 'No students yet.'],
  ['with nobody who matches', { items: [] }, '?search=Zoe', 'No student matches'],
])('a gradebook %s says so', async (_, book, at, title) => {
  open(book, at)
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

test.each<[string, GradebookColumn[], string | null]>([
  [
    'some weights',
    [columnOf(50, 'Essay', { weight: 15 }), columnOf(51, 'Chart')],
    '1 assignment has no weight and count with the maximum mark.',
  ],
  [
    'weights that do not add up',
    [columnOf(50, 'Essay', { weight: 15.5 }), columnOf(51, 'Chart', { weight: 40 })],
    'Weights add up to 55.5 %. Totals are scaled to 100 %.',
  ],
  ['weights that add up', [columnOf(50, 'Essay', { weight: 60 }), columnOf(51, 'Chart', { weight: 40 })], null],
  ['no weights', [columnOf(50, 'Essay'), columnOf(51, 'Chart')], null],
])('with %s', async (_, columns, words) => {
  open({ columns, items: [rowOf(cell(), cell())] })
  await screen.findByRole('grid')
  const note = screen.queryByText(/no weight and count|Weights add up/)
  expect(note?.textContent ?? null).toBe(words)
})

test('the page sums up what waits, and leads to the work that has waited longest', async () => {
  open()
  const figures = await Promise.all(['3 to grade', '2 missing'].map((name) => screen.findByRole('link', { name })))
  expect(figures[0]!.parentElement?.textContent).toBe('3 to grade · 2 missing')
  expect(figures.map((link) => link.getAttribute('href'))).toEqual(
    ['to-grade', 'missing'].map((state) => paths.marks.to({ courseId }, { state })),
  )
  expect(screen.getByRole('link', { name: 'Grade next' }).getAttribute('href')).toBe(
    paths.submission.to({ submissionId: idOf(71), courseId }, { tab: 'to-grade' }),
  )
  expect(screen.getByRole('link', { name: 'Import marks' }).getAttribute('href')).toBe(paths.marksImport.to({ courseId }))
})

test.each([
  ['?sort=mark', { sort: 'name' }],
  [`?sort=-mark&by=${idOf(50)}`, { sort: '-mark', sortIn: idOf(50) }],
  ['?state=missing', { state: 'missing' }],
  [`?state=to-grade&in=${idOf(50)}`, { state: 'to-grade', stateIn: idOf(50) }],
  ['?state=nonsense&in=nonsense', { sort: 'name' }],
])('the address %s asks for %j', async (at, wanted) => {
  const { query } = open({}, at)
  await screen.findByRole('grid')
  const { page: _, limit: _limit, ...rest } = query()!
  expect(rest).toEqual({ sort: 'name', ...wanted })
})

test('the spread is shown from three marks on, also as a table with shares', async () => {
  open({ columns: [columnOf(50, 'Essay'), columnOf(51, 'Chart', { held: 1 })], items: [rowOf(cell(), cell())] })
  await userEvent.click(await screen.findByRole('button', { name: /^Essay/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Show table' }))
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' ')),
  ).toEqual(['0 to 4125 %', '4 to 800 %', '8 to 1200 %', '12 to 16250 %', '16 to 20125 %'])
  expect(screen.getByText('All marks are released.')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: /^Chart/ }))
  expect(await screen.findByText('The spread is shown from 3 marks on.')).toBeDefined()
  expect(screen.queryByText('All marks are released.')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Show the .* missing$/ })).toBeNull()
})

test.each([
  [0, 0],
  [14, 3],
  [20, 4],
])('the bar with the median of %d of 20 is marked', async (median, at) => {
  const spread = { id: idOf(50), graded: 4, toGrade: 0, missing: 0, median, lowest: 0, highest: 20, spread: [1, 1, 1, 1, 1] }
  open({}, '', {
    getMarksSummary: async () => ({ students: 24, toGrade: 0, missing: 0, oldest: null, medianTotal: null, assignments: [spread] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Essay/ }))
  await screen.findByRole('button', { name: 'Show table' })
  expect([...document.querySelectorAll('.bar')].map((bar) => bar.querySelector('.median') !== null).indexOf(true)).toBe(at)
})

test('a weight is saved with a comma, emptied, and its refusal shown at the field', async () => {
  const answers = [() => Promise.resolve(undefined), () => Promise.reject(new FakeProblem(403, 'forbidden', 'Only its trainers.'))]
  const { called } = open({}, '', { updateMarkSettings: () => answers.shift()!() })
  await userEvent.click(await screen.findByRole('button', { name: /^Essay/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Change weight, now 20' }))
  const field = screen.getByRole('textbox', { name: 'Weight in percent' })
  await userEvent.type(field, '12,5{Enter}')
  expect(await screen.findByText('Weight saved')).toBeDefined()
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: 'Save weight' }))
  expect(await screen.findByText('Only its trainers.')).toBeDefined()
  const sent = called.filter(({ name }) => name === 'marks.updateMarkSettings').map(({ request }) => request.body)
  expect(sent).toEqual([{ weights: [{ assignmentId: idOf(50), weight: 12.5 }] }, { weights: [{ assignmentId: idOf(50), weight: null }] }])
})

test('options that are refused stay open; a file that fails is reported once', async () => {
  open({ columns: [columnOf(50, 'Essay', { held: 2 })] }, '', {
    updateMarkSettings: () => Promise.reject(new FakeProblem(403, 'forbidden', 'Only its trainers.')),
    exportMarks: () => Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Held marks are included. Students do not see them yet.')).toBeDefined()
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Only the students shown' })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Download CSV' }))
  expect(await screen.findByText('The database does not answer.')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save options' }))
  expect(await screen.findByText('Only its trainers.')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Options for marks' })).toBeDefined()
})

test('marks that did not load can be loaded again', async () => {
  open({}, '', { getGradebook: () => Promise.reject(new FakeProblem(503, 'unavailable')) })
  expect(await screen.findByText('The marks could not be loaded')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Options' })).toHaveProperty('disabled', true)
})
