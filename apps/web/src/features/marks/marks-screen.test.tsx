/** Marks of a course for staff: the gradebook by keyboard, on phones, and as a file. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { GradebookRow } from '@lms/contract/marks'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, weekId } from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarksScreen } from './marks-screen.tsx'

const columns = [columnOf(50, 'Essay'), columnOf(51, 'Chart', { weight: 15, held: 2 })]
const items: GradebookRow[] = [
  {
    student: { id: idOf(60), name: 'Ana Li', profileImageUrl: null, email: 'ana@harbour.example' },
    total: 75,
    cells: [cell({ submissionId: idOf(70), state: 'GRADED', marks: 15, attempt: 1, late: true }), cell()],
  },
]

function openGradebook({ total = 1, at = '' } = {}) {
  signInAs('TRAINER')
  const asked: object[] = []
  const changes: object[] = []
  const files: object[] = []
  fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    heldMarks: {
      releaseMarks: async ({ params, body = {} }) => {
        changes.push({ ...params, ...body })
        return { released: 2 }
      },
    },
    marks: {
      getGradebook: async ({ query = {} }) => {
        asked.push(query)
        return { columns, items, missingCounts: 'CLOSED', showMedians: false, page: Number(query.page), limit: 50, total }
      },
      getMarksSummary: async () => ({
        students: 24,
        toGrade: 3,
        missing: 2,
        oldest: { submissionId: idOf(71), assignmentId: idOf(50), weekId },
        medianTotal: 71.5,
        assignments: [
          { id: idOf(50), graded: 4, toGrade: 3, missing: 1, median: 14, lowest: 3, highest: 20, spread: [1, 0, 0, 2, 1] },
          { id: idOf(51), graded: 0, toGrade: 1, missing: 1, median: null, lowest: null, highest: null, spread: [0, 0, 0, 0, 0] },
        ],
      }),
      // Saving the file is up to the browser.
      exportMarks: async ({ query = {} }) => {
        files.push(query)
        throw new FakeProblem(403, 'forbidden')
      },
      updateMarkSettings: async ({ body = {} }) => void changes.push(body),
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.marks.pattern} element={<ScreenWithData of={MarksScreen} />} />
      <Route path={paths.submission.pattern} element={<p>Grading</p>} />
    </Routes>,
    paths.marks.to({ courseId }) + at,
  )
  return { asked, changes, files, router, user: userEvent.setup() }
}

test('the grid is one tab stop; Enter opens grading, and the way back leads to the same cell', async () => {
  const { user, router } = openGradebook()
  const grid = await screen.findByRole('grid', { name: 'Marks' })
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  const mark = within(grid).getByRole('link', { name: 'Ana Li, Essay: 15 of 20, late' })
  mark.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toContain('Ana Li, Chart: Missing, not counted yet')
  await user.keyboard('{ArrowLeft}{Enter}')
  await screen.findByText('Grading')
  await router.navigate(-1)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ana Li, Essay: 15 of 20, late' })))
})

test('a column header says how many marks are held, and releases them', async () => {
  const { user, changes } = openGradebook()
  const head = await screen.findByRole('button', { name: /^Chart.*Held 2/ })
  await user.click(head)
  await user.click(await screen.findByRole('button', { name: 'Release 2 held marks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release 2 marks?' }))
  expect(dialog.getByText(/1 submission in To grade is not included\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Release 2 marks' }))
  expect(await screen.findByText('2 marks released')).toBeTruthy()
  expect(changes).toEqual([{ courseId, assignmentId: idOf(51) }])
})

test('a column header shows the distribution and changes the weight; an invalid weight stays to be corrected', async () => {
  const { user, changes } = openGradebook()
  await user.click(await screen.findByRole('button', { name: /^Essay/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Essay/ })
  await user.click(within(dialog).getByRole('button', { name: 'Show table' }))
  within(dialog).getByRole('row', { name: /^12 to 16 2 50\s%$/ })
  await user.click(within(dialog).getByRole('button', { name: 'Change weight, now 20' }))
  await user.type(within(dialog).getByLabelText('Weight in percent'), 'ten')
  await user.click(within(dialog).getByRole('button', { name: 'Save weight' }))
  within(dialog).getByText('Enter a number such as 15')
  await user.clear(within(dialog).getByLabelText('Weight in percent'))
  await user.type(within(dialog).getByLabelText('Weight in percent'), '12,5')
  await user.click(within(dialog).getByRole('button', { name: 'Save weight' }))
  await waitFor(() => expect(changes).toEqual([{ weights: [{ assignmentId: idOf(50), weight: 12.5 }] }]))
})

test('a phone shows one assignment at a time, or the totals', async () => {
  const wide = window.matchMedia
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: query.includes('max-width') }))
  const { user } = openGradebook()
  const list = await screen.findByRole('list', { name: 'Essay' })
  within(list).getByText('15')
  expect(
    within(list)
      .getByRole('link', { name: /Ana Li/ })
      .getAttribute('href'),
  ).toBe(paths.submission.to({ submissionId: idOf(70), courseId }))
  await user.click(screen.getByRole('button', { name: 'Next assignment' }))
  within(await screen.findByRole('list', { name: 'Chart' })).getByText('Missing')
  expect(screen.getByRole('button', { name: 'Next assignment' })).toHaveProperty('disabled', true)
  await user.click(screen.getByText('Totals', { selector: 'label *, label' }))
  within(await screen.findByRole('list', { name: 'Totals' })).getByText(/^75/)
  spy.mockRestore()
})

test('a header sorts by its column, and reverses on a second click; another column starts ascending, on the same page', async () => {
  const { user, asked, router } = openGradebook()
  await screen.findByText('Ana Li')
  const sortBy = async (press: () => Promise<void>, sort: object) => {
    await press()
    await waitFor(() => expect(asked.at(-1)).toMatchObject(sort))
  }
  const head = (name: RegExp) => () => user.click(screen.getAllByRole('button', { name })[0]!)
  await sortBy(head(/^Total/), { sort: 'total' })
  await sortBy(head(/^Total/), { sort: '-total' })
  await sortBy(head(/^Student/), { sort: 'name' })
  const sortByMark = (title: string) => async () => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^${title}`) }))
    await user.click(await screen.findByRole('button', { name: /^Sort/ }))
  }
  await sortBy(sortByMark('Essay'), { sort: 'mark', sortIn: idOf(50) })
  await sortBy(sortByMark('Chart'), { sort: 'mark', sortIn: idOf(51) })
  await sortBy(sortByMark('Chart'), { sort: '-mark', sortIn: idOf(51) })
  expect(router.state.location.search).toContain('sort=-mark')
})

test('filters are sent to the server, start at the first page, and apply to the exported file', async () => {
  const { user, asked, files } = openGradebook({ total: 120, at: '?page=3' })
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: '3' }))
  await user.click(await screen.findByRole('button', { name: 'Work All' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Missing' }))
  await user.click(await screen.findByRole('button', { name: 'In Any assignment' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Chart' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'missing', stateIn: idOf(51), page: '1' }))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Held marks are included. Students do not see them yet.')).toBeTruthy()
  await user.click(await screen.findByRole('menuitem', { name: 'Download CSV' }))
  await waitFor(() => expect(files).toEqual([{ state: 'missing', stateIn: idOf(51), format: 'csv', feedback: 'true' }]))
})

test('the exported file has all students again without “Only the students shown”, and no feedback without “Include feedback”', async () => {
  const { user, files } = openGradebook({ at: '?search=ana' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Only the students shown' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Include feedback' }))
  await user.click(screen.getByRole('menuitem', { name: 'Download XLSX' }))
  await waitFor(() => expect(files).toEqual([{ format: 'xlsx', feedback: 'false' }]))
})

test('the panel of an assignment lists the students who are missing; clearing the filters lists all again', async () => {
  const { user, asked, router } = openGradebook()
  await user.click(await screen.findByRole('button', { name: /^Chart/ }))
  await user.click(await screen.findByRole('button', { name: 'Show the 1 missing' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'missing', stateIn: idOf(51) }))
  await router.navigate(`${router.state.location.search}&search=ana`)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'missing', search: 'ana' }))
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ sort: 'name', page: '1', limit: '50' }))
})

test('the options say what missing work counts and whether students see medians, and are saved together', async () => {
  const { user, changes } = openGradebook()
  await screen.findByText('Ana Li')
  await user.click(screen.getByRole('button', { name: 'Options' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Options for marks' }))
  expect(dialog.getByRole('radio', { name: /^Once it is closed/ })).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('radio', { name: /^Never/ }))
  await user.click(dialog.getByRole('switch', { name: /^Students see the class median/ }))
  await user.click(dialog.getByRole('button', { name: 'Save options' }))
  expect(await screen.findByText('Options saved')).toBeTruthy()
  expect(changes).toEqual([{ missingCounts: 'NEVER', showMedians: true }])
  expect(screen.queryByRole('dialog')).toBeNull()
})
