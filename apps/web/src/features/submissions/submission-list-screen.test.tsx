/** The page of an assignment's submissions: how grading starts, the file, and what rows, tabs and empty lists say; seen in Adelaide. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RosterRow } from '@lms/contract/submissions'
import { paths } from '#lib/paths.ts'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { idOf, makeAssignment, makeCourse, makeRosterRow, noCounts } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { SubmissionListScreen } from './submission-list-screen.tsx'

const { matchMedia } = window
const asDesktop = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
beforeEach(() => void asDesktop())

const assignment = makeAssignment({ title: 'Chart critique', dueAt: '2026-11-15T12:00:00.000Z' })
const { courseId } = assignment
const submitted = (number: number, name: string, facts: Partial<RosterRow> = {}) =>
  makeRosterRow(number, name, {
    submissionId: idOf(number + 100),
    status: 'SUBMITTED',
    missing: false,
    attempt: 2,
    submittedAt: '2026-11-16T14:00:00.000Z',
    effectiveSubmittedAt: '2026-11-16T14:00:00.000Z',
    ...facts,
  })
const rows = [
  submitted(20, 'Ana Li', { late: true }),
  submitted(21, 'Ben Ito', { status: 'GRADED', marks: 17.5, isHeld: true, submittedAt: '2026-11-14T09:00:00.000Z' }),
  submitted(22, 'Cai Wu', { status: 'RETURNED' }),
  makeRosterRow(23, 'Dan Roe', { missing: false, status: 'DRAFT', submissionId: idOf(123) }),
  makeRosterRow(24, 'Eva Kim', { remindedAt: '2026-11-13T08:30:00.000Z' }),
  makeRosterRow(25, 'Fay Orr', { missing: false, extendedTo: '2026-11-24T23:00:00.000Z' }),
  makeRosterRow(26, 'Gil Sun', { missing: false, excuseReason: 'Ill' }),
]
const all = { ...noCounts, all: 7, toGrade: 1, graded: 1, missing: 1, notSubmitted: 2 }

type Shown = { search?: string; shown?: RosterRow[]; counts?: typeof all; isDown?: boolean; first?: string | null }
function open({ search = '?tab=all', shown = rows, counts = all, isDown = false, first = idOf(120) }: Shown = {}) {
  signInAs('TRAINER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse('TRAINER') },
    assignments: { getAssignment: async () => assignment },
    grading: { getHiddenNames: async () => ({ isHidden: false }) },
    marks: { exportSubmissions: () => Promise.reject(new FakeProblem(403, 'forbidden', 'Only its trainers.')) },
    submissions: {
      listSubmissions: async ({ query = {} }) => {
        const page = { page: Number(query.page ?? 1), limit: Number(query.limit), counts, held: 0 }
        if (query.limit === '1') return { ...page, items: first ? [submitted(20, 'Ana Li', { submissionId: first })] : [], total: 1 }
        if (isDown) throw new FakeProblem(503, 'unavailable')
        return { ...page, items: shown, total: shown.length }
      },
    },
  })
  const view = renderAt(
    <Routes>
      <Route path={paths.submissions.pattern} element={<ScreenWithData of={SubmissionListScreen} />} />
    </Routes>,
    paths.submissions.to({ courseId, assignmentId: assignment.id }) + search,
  )
  const lists = () => called.filter(({ name, request }) => name === 'submissions.listSubmissions' && request.query['limit'] !== '1')
  return { ...view, called, query: () => lists().at(-1)?.request.query }
}
const cellsOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test.each([
  ['Ana Li', ['To gradeLate', 'Tue 17 Nov, 00:30, 25 h late', '2', '–']],
  ['Ben Ito', ['Graded', 'Sat 14 Nov, 19:30', '2', 'Held, 17.5 / 20']],
  ['Cai Wu', ['Returned', 'Tue 17 Nov, 00:30', '2', '–']],
  ['Dan Roe', ['Writing', '–', '–', '–']],
  ['Eva Kim', ['Missing', '–', '–', '–']],
  ['Fay Orr', ['Not submitted', '–', '–', '–']],
  ['Gil Sun', ['Excused', '–', '–', '–']],
])('the row of %s', async (name, cells) => {
  open()
  expect((await cellsOf(name)).filter((text) => text !== '').slice(-4)).toEqual(cells)
})

test('below the name is what is special about a student, and only submitted work opens', async () => {
  open({ search: '?tab=all&late=true' })
  const head = async (name: string) => (await screen.findByRole('rowheader', { name: new RegExp(name) })).textContent
  expect(await head('Ana Li')).toContain('20@harbour.example')
  expect(await head('Eva Kim')).toContain('Reminded Fri 13 Nov, 19:00')
  expect(await head('Fay Orr')).toContain('Extended to Wed 25 Nov, 09:30')
  expect(await head('Gil Sun')).toContain('Ill')
  expect(screen.getByRole('link', { name: /Ana Li/ }).getAttribute('href')).toBe(
    paths.submission.to({ submissionId: idOf(120), courseId }, { tab: 'all', late: 'true' }),
  )
  expect(screen.queryByRole('link', { name: /Dan Roe|Gil Sun/ })).toBeNull()
})

test('sorting, the filter for lateness and the tabs are links or choices in the address, and go to the server', async () => {
  const { router, query } = open({ search: '?tab=all&page=1' })
  const header = async (name: string) => userEvent.click(await screen.findByRole('link', { name: new RegExp(`^${name}(?!s)`) }))
  await header('Student')
  await waitFor(() => expect(query()).toMatchObject({ sort: 'name', status: 'all' }))
  await header('Student')
  await waitFor(() => expect(query()).toMatchObject({ sort: '-name' }))
  await header('Mark')
  await waitFor(() => expect(query()).toMatchObject({ sort: 'marks' }))
  await userEvent.click(screen.getByRole('button', { name: /^Late/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Not late' }))
  await waitFor(() => expect(query()).toMatchObject({ late: 'false', sort: 'marks' }))
  await userEvent.click(screen.getByRole('link', { name: /^To grade/ }))
  await waitFor(() => expect(query()).toMatchObject({ status: 'to-grade', sort: 'submittedAt', late: 'false' }))
  expect(router.state.location.search).toBe('?tab=to-grade&late=false')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Late' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=to-grade'))
})

test('grading starts with the work that has waited longest; the brief is one click away', async () => {
  const { called } = open()
  const start = await screen.findByRole('link', { name: 'Start grading' })
  expect(start.getAttribute('href')).toBe(paths.submission.to({ submissionId: idOf(120), courseId }, { tab: 'to-grade' }))
  expect(screen.getByText('1 to grade, 1 of 7 graded')).toBeDefined()
  const first = called.find(({ request }) => request.query['limit'] === '1')
  expect(first?.request.query).toEqual({ status: 'to-grade', sort: 'submittedAt', limit: '1' })
  const place = { courseId, weekId: assignment.weekId, assignmentId: assignment.id }
  expect(screen.getByRole('link', { name: 'View assignment' }).getAttribute('href')).toBe(paths.assignment.to(place))
})

test('nothing to grade has no start; students without work are written to from their tab, but only if it shows all of them', async () => {
  const first = open({ first: null })
  await cellsOf('Ana Li')
  expect(screen.queryByRole('link', { name: 'Start grading' })).toBeNull()
  first.unmount()
  const second = open({ search: '?tab=missing' })
  expect(await screen.findByRole('link', { name: 'Start grading' })).toBeDefined()
  second.unmount()
  open({ search: '?tab=missing', counts: { ...all, notSubmitted: 0, missing: 2 } })
  expect(await screen.findByRole('button', { name: 'Write to these 2' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Start grading' })).toBeNull()
})

test('the file is asked for in the chosen format; a refusal is reported', async () => {
  const { called } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download XLSX' }))
  expect(await screen.findByText('Only its trainers.')).toBeDefined()
  expect(called.find(({ name }) => name === 'marks.exportSubmissions')?.request.query).toEqual({ format: 'xlsx' })
})

test.each([
  ['?tab=all', 'No students yet.'],
  ['?tab=to-grade', 'Nothing to grade.'],
  ['?tab=missing', 'Nobody is missing work.'],
  ['?tab=all&search=Zoe', 'Nobody matches “Zoe”'],
  ['?tab=all&late=true', 'No student matches'],
])('with nobody at %s the page says why', async (search, title) => {
  const { router } = open({ search, shown: [] })
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  const clear = screen.queryByRole('button', { name: 'Clear filters' })
  expect(clear === null).toBe(!/search|late/.test(search))
  if (!clear) return
  await userEvent.click(clear)
  await waitFor(() => expect(router.state.location.search).toBe('?tab=all'))
})

test('a list that did not load says so', async () => {
  open({ isDown: true })
  expect(await screen.findByText('The submissions could not be loaded')).toBeDefined()
})

test('on a phone a row says the same, and can be selected', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }))
  open()
  const list = await screen.findByRole('list', { name: 'Submissions' })
  const row = (name: string) => within(within(list).getByText(name).closest('li')!)
  expect(row('Ben Ito').getByText('17.5')).toBeDefined()
  expect(row('Ana Li').getByText('Tue 17 Nov, 00:30, 25 h late')).toBeDefined()
  await userEvent.click(row('Eva Kim').getByRole('checkbox', { name: 'Select Eva Kim' }))
  expect(screen.getByRole('group', { name: 'Actions for the selected rows' })).toBeDefined()
})
