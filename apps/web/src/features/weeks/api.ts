/** Weeks of a course. */

import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { apiQueryAll } from '#lib/api-lists.ts'

export const weekQuery = apiQuery('weeks', 'getWeek')
/** What would be deleted with it. */
export const weekSubmissionsQuery = apiQuery('weeks', 'countWeekSubmissions')
export const useCreateWeek = apiMutation('weeks', 'createWeek', { invalidates: ['weeks', 'courses', 'users'], errors: 'inline' })
export const useUpdateWeek = apiMutation('weeks', 'updateWeek', { invalidates: ['weeks', 'courses', 'users'], errors: 'inline' })
export const useChangeOrder = apiMutation('weeks', 'changeOrder', { invalidates: ['weeks', 'courses', 'users', 'marks'], errors: 'inline' })
export const useMoveItem = apiMutation('weeks', 'moveItem', {
  invalidates: ['weeks', 'courses', 'users', 'marks', 'media', 'assignments', 'submissions', 'attendance', 'calendar'],
})
export const useRemoveWeek = apiMutation('weeks', 'removeWeek', {
  invalidates: ['weeks', 'courses', 'users', 'assignments', 'submissions'],
})
export const deletedWeeksQuery = apiQueryAll('weeks', 'listDeletedWeeks')
export const useRestoreWeek = apiMutation('weeks', 'restoreWeek', {
  invalidates: ['weeks', 'courses', 'users', 'assignments', 'submissions'],
})
