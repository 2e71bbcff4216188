/** Every grid stays one tab stop, whatever a filter, another order or another page leaves of it. The other parts that arrow keys walk through are checked after every test (test/setup.ts). */

import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { AttendanceScreen } from '#features/attendance/attendance-screen.tsx'
import { MarksScreen } from '#features/marks/marks-screen.tsx'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, idOf, makeCourse, makeAttendanceRecord, makeWeek, pageWith } from '#test/fixtures.ts'
import { cell, columnOf } from '#test/gradebook.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { findWrongTabStops } from '#test/tab-stops.ts'

const course = makeCourse('TRAINER')
const studentOf = (n: number) => ({ id: idOf(100 + n), name: `Student ${n}`, profileImageUrl: null, email: 's@harbour.example' })
/** The first page is full; a filter or another page leaves a few. */
const rowsFor = ({ page, search, state }: { page?: unknown; search?: unknown; state?: unknown }): number =>
  search || state || Number(page ?? 1) > 1 ? 3 : 20
const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

const weeks = [1, 2].map((number) => makeWeek({ id: idOf(200 + number), number, startsOn: `2026-11-0${number}` }))
const marks: Fakes['marks'] = {
  getGradebook: async ({ query = {} }) => ({
    columns: [columnOf(50, 'Essay'), columnOf(51, 'Chart')],
    items: range(rowsFor(query)).map((n) => ({ student: studentOf(n), total: null, cells: [cell(), cell()] })),
    missingCounts: 'CLOSED',
    showMedians: false,
    page: Number(query.page ?? 1),
    limit: 50,
    total: 120,
  }),
  getMarksSummary: async () => ({ students: 120, toGrade: 0, missing: 0, oldest: null, medianTotal: null, assignments: [] }),
}

const grids: {
  name: string
  element: ReactElement
  at: string
  pattern: string
  reads: Fakes
  steps: readonly (readonly [string, number])[]
}[] = [
  {
    name: 'Marks',
    element: <ScreenWithData of={MarksScreen} />,
    at: paths.marks.to({ courseId }),
    pattern: paths.marks.pattern,
    reads: { marks },
    steps: [
      ['?search=ana', 3],
      ['?sort=-total', 20],
      ['?state=missing', 3],
      ['', 20],
      ['?page=2', 3],
    ],
  },
  {
    name: 'Attendance',
    element: <AttendanceScreen />,
    at: `${paths.attendance.to()}?course=${courseId}`,
    pattern: paths.attendance.pattern,
    reads: {
      attendance: {
        getCourseAttendance: async ({ params, query = {} }) => ({
          sessions: [
            {
              id: params.weekId,
              title: 'Cleaning',
              type: 'WEEK',
              startsAt: null,
              durationMinutes: null,
              held: true,
              isMarked: true,
              closed: null,
            },
          ],
          settings: { madeUpAs: 'EXCUSED', needed: null },
          students: range(rowsFor(query)).map((n) => ({
            user: studentOf(n),
            entries: { [params.weekId]: makeAttendanceRecord('PRESENT') },
            percentage: 100,
            beforeJoining: [],
          })),
          page: Number(query.page ?? 1),
          limit: 100,
          total: 103,
        }),
      },
    },
    steps: [
      [`?course=${courseId}&week=${weeks[0]!.id}`, 20],
      [`?course=${courseId}`, 20],
      [`?course=${courseId}&page=2`, 3],
    ],
  },
]

test.each(grids)(
  '$name: one tab stop after each filter, order and page, wherever the focus was',
  async ({ element, at, pattern, reads, steps }) => {
    signInAs('TRAINER')
    const shown = { ...course, weeks }
    fakeApi({
      ...reads,
      courses: { getCourse: async () => shown, listMyCourses: async () => pageWith([]), listCourses: async () => pageWith([]) },
    })
    const { router } = renderAt(
      <Routes>
        <Route path={pattern} element={element} />
      </Routes>,
      at,
    )
    const count = async (rows: number): Promise<void> => {
      const grid = await screen.findByRole('grid')
      await waitFor(() => expect(grid.querySelectorAll('tbody tr').length).toBe(rows))
    }
    await count(20)
    for (const [search, rows] of steps) {
      const cells = document.querySelectorAll<HTMLElement>('tbody [data-cell]')
      act(() => cells[cells.length - 1]!.focus())
      await userEvent.keyboard('{Control>}{End}{/Control}')
      await act(() => router.navigate(`${at.split('?')[0]}${search}`))
      await count(rows)
      expect([search, findWrongTabStops()]).toEqual([search, []])
    }
  },
)
