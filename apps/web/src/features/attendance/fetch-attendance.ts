/** The attendance of a week with all of its students: a roster that shows only the first hundred would mark only those. */
import type { AttendanceSheet } from '@lms/contract/attendance'
import { queryOptions } from '@tanstack/react-query'
import { api, type ApiProblem } from '#lib/api.ts'

const limit = 100

type Params = { courseId: string; weekId: string }

async function loadSheet(params: Params, signal: AbortSignal): Promise<AttendanceSheet> {
  const ask = (page: number) => api.attendance.getCourseAttendance({ params, query: { page, limit } }, { signal })
  const first = await ask(1)
  const pages = Array.from({ length: Math.ceil(first.total / limit) - 1 }, (_, index) => index + 2)
  const rest = await Promise.all(pages.map(ask))
  return { ...first, students: [first, ...rest].flatMap(({ students }) => students) }
}

export const wholeSheetQuery = (params: Params) =>
  queryOptions<AttendanceSheet, ApiProblem>({
    queryKey: ['attendance', 'wholeSheet', params],
    queryFn: ({ signal }) => loadSheet(params, signal),
  })
