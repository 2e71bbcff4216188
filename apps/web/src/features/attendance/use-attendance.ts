/** The attendance sheets of several weeks, one page of students at a time. */
import type { Week } from '@lms/contract/weeks'
import { type QueryKey, useQueries } from '@tanstack/react-query'
import type { WeekSheet } from './grid.ts'
import { weekAttendanceQuery } from './api.ts'

export const studentsAtOnce = 100

const toQuery = (courseId: string, weekId: string, page: number) =>
  weekAttendanceQuery({ params: { courseId, weekId }, query: { page, limit: studentsAtOnce } })

export const sheetKey = (courseId: string, weekId: string, page: number): QueryKey => toQuery(courseId, weekId, page).queryKey

export function useAttendance(courseId: string, weeks: readonly Week[], page = 1) {
  return useQueries({
    queries: weeks.map(({ id }) => toQuery(courseId, id, page)),
    combine: (results) => ({
      sheets: results.flatMap(({ data }, index): WeekSheet[] => {
        const week = weeks[index]
        return data && week ? [{ week, sheet: data }] : []
      }),
      isPending: results.some(({ isPending }) => isPending),
      isFetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch()
      },
    }),
  })
}
