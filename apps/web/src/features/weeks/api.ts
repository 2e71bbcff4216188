/** Weeks of a course. */
import { read, write } from '#lib/calls.ts'

export const weekQuery = read('weeks', 'getWeek')
export const useCreateWeek = write('weeks', 'createWeek', { invalidates: ['weeks', 'courses'], errors: 'inline' })
export const useUpdateWeek = write('weeks', 'updateWeek', { invalidates: ['weeks', 'courses'], errors: 'inline' })
export const useRemoveWeek = write('weeks', 'removeWeek', { invalidates: ['weeks', 'courses', 'assignments', 'submissions'] })
export const deletedWeeksQuery = read('weeks', 'listDeletedWeeks')
export const useRestoreWeek = write('weeks', 'restoreWeek', { invalidates: ['weeks', 'courses', 'assignments', 'submissions'] })
