/** Attendance: API calls, several weeks for one page of students, and one week with all its students. */

import { type QueryKey, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import type { AttendanceSheet } from '@lms/contract/attendance'
import { type ApiProblem } from '@lms/contract/client'
import type { Week } from '@lms/contract/weeks'
import { apiMutation, apiQuery, callWithIdempotencyKey } from '#lib/api-hooks.ts'
import { api } from '#lib/api.ts'
import type { WeekSheet } from './attendance-records.ts'

const weekAttendanceQuery = apiQuery('attendance', 'getCourseAttendance')
/** Watching changes it on another page, so it is asked for again whenever it is opened. */
export const myAttendanceQuery = apiQuery('myAttendance', 'getMyAttendance', { staleTime: 0 })
export const useQuestionAttendance = apiMutation('myAttendance', 'questionAttendance', { invalidates: ['myAttendance'], errors: 'inline' })
export const videoAttendanceQuery = apiQuery('attendance', 'checkVideoAttendance')
export const useMarkLiveAttendance = apiMutation('attendance', 'markLiveAttendance', {
  invalidates: ['attendance', 'courses', 'calendar'],
  errors: 'inline',
})
export const useUpdateRegister = apiMutation('attendance', 'updateRegister', { invalidates: ['attendance', 'courses', 'calendar'] })
export const useUpdateAttendanceSettings = apiMutation('attendance', 'updateAttendanceSettings', {
  invalidates: ['attendance', 'courses', 'users'],
  errors: 'inline',
})
export const attendanceChangesQuery = apiQuery('attendance', 'listAttendanceChanges')
export const openRegistersQuery = apiQuery('attendance', 'listOpenRegisters')
/** Without a hook: calls about several cells are under way at once. */
export const undoRecords = callWithIdempotencyKey('attendance', 'undoAttendance')

/** Students per page. */
export const studentsAtOnce = 100

const toQuery = (courseId: string, weekId: string, page: number) =>
  weekAttendanceQuery({ params: { courseId, weekId }, query: { page, limit: studentsAtOnce } })

export const sheetKey = (courseId: string, weekId: string, page: number): QueryKey => toQuery(courseId, weekId, page).queryKey

/**
 * The attendance of several weeks, one page of students at a time. Until all have arrived only one of them is returned, so that each that
 * arrives does not draw the page again.
 */
export function useAttendance(courseId: string, weeks: readonly Week[], page = 1) {
  const client = useQueryClient()
  const queries = weeks.map(({ id }) => toQuery(courseId, id, page))
  const { data, ...state } = useQueries({
    queries,
    combine: (results) => {
      const isPending = results.some((result) => result.isPending)
      const first = results.findIndex((result) => result.data !== undefined)
      return {
        // One for each week: each is compared with the one that was in its place before.
        data: results.map((result, index) => (isPending && index !== first ? undefined : result.data)),
        /** Figures over all weeks are shown only then. */
        isComplete: results.every((result) => result.data !== undefined),
        isPending,
        isFetching: results.some(({ isFetching }) => isFetching),
        error: results.find(({ error }) => error !== null)?.error ?? null,
      }
    },
  })
  const sheets = data.flatMap((sheet, index): WeekSheet[] => {
    const week = weeks[index]
    return sheet && week ? [{ week, sheet }] : []
  })
  const retry = (): void => {
    const failed = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.status === 'error')
    for (const { queryKey } of failed) void client.refetchQueries({ queryKey, exact: true })
  }
  return { ...state, sheets, arrived: state.isPending ? [] : sheets, retry }
}

const limit = 100

type Params = { courseId: string; weekId: string }

export async function loadSheet(params: Params, signal?: AbortSignal): Promise<AttendanceSheet> {
  const ask = (page: number) => api.attendance.getCourseAttendance({ params, query: { page, limit } }, signal && { signal })
  const first = await ask(1)
  const pages = Array.from({ length: Math.ceil(first.total / limit) - 1 }, (_, index) => index + 2)
  const rest = await Promise.all(pages.map(ask))
  return { ...first, students: [first, ...rest].flatMap(({ students }) => students) }
}

/** Milliseconds until a page of a sheet is read again while it is shown: others may be marking, and a session may be moved. */
const readAgainMs = 10_000

/** The attendance of a week with all its students: with only one page loaded, only those could be marked. */
export const wholeSheetQuery = (params: Params) =>
  queryOptions<AttendanceSheet, ApiProblem>({
    queryKey: ['attendance', 'wholeSheet', params],
    queryFn: ({ signal }) => loadSheet(params, signal),
    refetchInterval: ({ state: { data } }) => readAgainMs * Math.max(1, Math.ceil((data?.total ?? 0) / limit)),
  })
