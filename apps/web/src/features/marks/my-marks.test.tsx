/** What a student sees of the marks in a course: what is missing, the marks, and how the total is calculated. The viewer is in Adelaide. */

import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { MyMark } from '@lms/contract/marks'
import { paths } from '#lib/paths.ts'
import { setServerTime } from '#lib/server-clock.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, weekId } from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MarksScreen } from './marks-screen.tsx'

const makeAttendanceRecord = (n: number, title: string, values: Partial<MyMark>): MyMark => {
  const { held: _, ...column } = columnOf(n, title)
  return { ...column, ...cell(), submittedAt: null, feedback: null, lateCost: null, canSubmit: false, median: null, ...values }
}
const graded = { state: 'GRADED', marks: 15, gradedAt: '2026-11-12T12:00:00.000Z' } as const

async function openMarks(items: MyMark[], totals: { total?: number; totalIfNothingMore?: number; showMedians?: boolean } = {}) {
  signInAs('USER')
  const mine = {
    missingCounts: 'CLOSED',
    showMedians: false,
    total: 75,
    totalIfNothingMore: 75,
    medianTotal: null,
    items,
    ...totals,
  } as const
  fakeApi({
    courses: {
      getCourse: async () => makeCourse('STUDENT'),
      listMyCourses: async () => ({ items: [], page: 1, limit: 50, total: 0 }),
    },
    marks: { getMyMarks: async () => mine },
  })
  renderAt(
    <Routes>
      <Route path={paths.marks.pattern} element={<ScreenWithData of={MarksScreen} />} />
    </Routes>,
    paths.marks.to({ courseId }),
  )
  await screen.findByRole('heading', { name: /^Marks/ })
}

function showOnPhone(): void {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: query.includes('max-width') }))
}
const rowOf = (name: string): HTMLElement => screen.getByRole('link', { name }).closest('li')!
const toAssignment = (n: number): string => paths.assignment.to({ courseId, weekId, assignmentId: idOf(n) })
const essay = makeAttendanceRecord(50, 'Essay', { ...graded, feedback: 'Clear.' })
const chart = makeAttendanceRecord(51, 'Chart', { weight: 15, canSubmit: true, lateCost: 2 })

test('what is missing comes first, with what lateness costs', async () => {
  await openMarks([essay, chart], { totalIfNothingMore: 42.8 })
  screen.getByText(/^42\s% if the rest is not submitted\.$/)
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.slice(0, 2)).toEqual(['Missing 1', 'Marks 1'])
  screen.getByText('Was due Tue 10 Nov · not counted yet')
  screen.getByText('2 marks less today')
  expect(screen.getAllByRole('link', { name: 'Open assignment' }).map((link) => link.getAttribute('href'))).toEqual([toAssignment(51)])
})

test('missing work that is closed leads to its assignment, without a button', async () => {
  await openMarks([essay, makeAttendanceRecord(51, 'Chart', { closesAt: '2026-11-11T12:00:00.000Z', isMissingCounted: true })])
  expect(rowOf('Chart').textContent).toContain('Was due Tue 10 Nov · Closed Wed 11 Nov')
  expect(screen.queryByRole('link', { name: 'Open assignment' })).toBeNull()
})

test.each([null, '2099-01-01T12:00:00.000Z'])(
  'work that staff closed before its time, %s, names no day on which it closed',
  async (closesAt) => {
    await openMarks([essay, makeAttendanceRecord(51, 'Chart', { closesAt, isMissingCounted: true })])
    expect(rowOf('Chart').textContent).toMatch(/Was due Tue 10 Nov · Closed$/)
  },
)

test('missing work that was closed before it was due says when it is due, not that it was', async () => {
  await openMarks([essay, makeAttendanceRecord(51, 'Chart', { dueAt: '2099-01-02T12:00:00.000Z', isMissingCounted: true })])
  expect(rowOf('Chart').textContent).toMatch(/Due Fri 2 Jan 2099 · Closed$/)
})

test('whether work has closed is decided by the clock of the server, and its last minute still counts', async () => {
  setServerTime('Sat, 03 Jan 2099 12:00:30 GMT', Date.now())
  await openMarks([
    makeAttendanceRecord(51, 'Chart', { closesAt: '2099-01-02T12:00:00.000Z', isMissingCounted: true }),
    makeAttendanceRecord(52, 'Report', { closesAt: '2099-01-03T12:00:00.000Z', isMissingCounted: true }),
  ])
  expect(rowOf('Chart').textContent).toMatch(/Closed Fri 2 Jan$/)
  expect(rowOf('Report').textContent).toMatch(/Closed$/)
})

test('the table says how the total is calculated, and what it would be without the missing work', async () => {
  await openMarks(
    [essay, makeAttendanceRecord(51, 'Chart', { isMissingCounted: true }), makeAttendanceRecord(52, 'Report', { state: 'NOT_DUE' })],
    { total: 37.5 },
  )
  screen.getByText(/^75\s% without the missing assignment\./)
  const table = within(screen.getByRole('table', { name: 'How the total is calculated' }))
  table.getByRole('row', { name: /^Essay 75\s% 15\.00$/ })
  table.getByRole('row', { name: /^Chart 0\s% 0\.00$/ })
  table.getByRole('row', { name: /^15 of 40 37\s%$/ })
  expect(screen.getByText(/^33\s% of the course has no mark yet\.$/)).toBeTruthy()
})

test('weights and medians are columns if the course has them', async () => {
  await openMarks(
    [
      makeAttendanceRecord(50, 'Essay', { ...graded, weight: 10, median: 14 }),
      makeAttendanceRecord(52, 'Report', { state: 'NOT_DUE', weight: 25 }),
    ],
    {
      showMedians: true,
    },
  )
  expect(rowOf('Essay').textContent).toMatch(/15 \/ 20class median 14weight 10\s%$/)
  screen.getByRole('row', { name: /^Essay 75\s% 10\s% 7\.50$/ })
  const later = screen.getByText('Not due yet').closest('summary')!
  expect(later.textContent).toMatch(/^Not due yet 125\s%$/)
})

test('the newest mark is first, and says what lateness cost', async () => {
  await openMarks([essay, makeAttendanceRecord(51, 'Chart', { ...graded, late: true, deduction: 2, marks: 16 })])
  const [first, second] = within(screen.getByRole('heading', { name: /^Marks/ }).closest('section')!).getAllByRole('listitem')
  expect(first!.textContent).toMatch(/^ChartWeek 1 · 18 less 2, late16 \/ 20$/)
  expect(second!.textContent).toContain('graded Thu 12 Nov')
})

test('on phones the whole row is the link, and the action is at the foot of the page', async () => {
  showOnPhone()
  await openMarks([makeAttendanceRecord(50, 'Essay', { ...graded, weight: 10, median: 14 }), chart], { showMedians: true })
  expect(rowOf('Chart').textContent).not.toContain('less today')
  expect(screen.getByRole('link', { name: 'Chart' }).getAttribute('href')).toBe(toAssignment(51))
  const action = screen.getByRole('link', { name: 'Open assignment' })
  expect(action.closest('li')).toBeNull()
  expect(action.getAttribute('href')).toBe(toAssignment(51))
  screen.getByText('2 marks less today')
  expect(rowOf('Essay').textContent).toMatch(/graded Thu 12 Nov · 10\s%15 \/ 20median 14$/)
})

test('what has no mark yet is in its own part: returned, waiting, excused and not due, each with its fact', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as never,
  )
  const long = 'Word '.repeat(40)
  await openMarks([
    makeAttendanceRecord(50, 'Draft', { state: 'RETURNED', canSubmit: true, gradedAt: '2026-11-12T12:00:00.000Z', feedback: long }),
    makeAttendanceRecord(51, 'Chart', { state: 'TO_GRADE', submittedAt: '2026-11-09T10:00:00.000Z', weight: 10 }),
    makeAttendanceRecord(52, 'Trip', { state: 'EXCUSED' }),
    makeAttendanceRecord(55, 'Sketch', { state: 'BEFORE_JOINING' }),
    makeAttendanceRecord(53, 'Exam', { state: 'NOT_DUE', dueAt: '2099-01-10T12:00:00.000Z', weight: 30 }),
    makeAttendanceRecord(54, 'Talk', {
      state: 'NOT_DUE',
      dueAt: '2099-01-12T12:00:00.000Z',
      extendedTo: '2099-01-12T12:00:00.000Z',
      weight: 20,
    }),
  ])
  const text = (name: string) => rowOf(name).textContent?.replaceAll('\u00A0', ' ')
  expect(text('Draft')).toContain('returned Thu 12 Nov')
  expect(text('Draft')).toContain(`“${long.slice(0, 160).trimEnd()}…”`)
  expect(screen.getByRole('link', { name: 'New attempt' }).getAttribute('href')).toBe(toAssignment(50))
  expect(text('Chart')).toContain('Week 1 · submitted Mon 9 Nov, 20:30')
  expect(text('Chart')).toContain('– / 20')
  expect(text('Trip')).toContain('Week 1 · not in your total')
  expect(text('Sketch')).toContain('Week 1 · not in your total')
  expect(screen.getByRole('heading', { name: /^Before you enrolled/ })).toBeDefined()
  expect(text('Exam')).toMatch(/due Sat 10 Jan 2099, 22:30/)
  expect(text('Talk')).toMatch(/extended to Mon 12 Jan 2099, 22:30/)
  expect(text('Exam')).toContain('of 20')
  expect(screen.getByText('Not due yet').closest('summary')?.textContent).toBe('Not due yet 250\u00A0%')
  expect(screen.getByText(/^No marks yet\. Next due: Exam, Sat 10 Jan 2099, 22:30/)).toBeDefined()
  expect(screen.getByText('0 marks, 0 missing, 1 waiting')).toBeDefined()
})
