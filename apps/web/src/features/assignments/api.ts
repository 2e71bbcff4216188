/** Assignments. */

import { apiMutation, apiQuery } from '#lib/api-hooks.ts'
import { apiQueryAll, apiQueryMore } from '#lib/api-lists.ts'

export const assignmentQuery = apiQuery('assignments', 'getAssignment')
/** All of a course, because its page shows the items of all weeks. */
export const courseAssignmentsQuery = apiQueryAll('assignments', 'listCourseAssignments')
export const myAssignmentGroupQuery = apiQueryMore('assignments', 'listMyAssignments')
/** How many are in each group of the list. */
export const assignmentCountsQuery = apiQuery('assignments', 'countMyAssignments')
export const assignmentUsageQuery = apiQuery('assignmentChanges', 'getAssignmentUsage')
const invalidates = ['assignments', 'assignmentChanges', 'submissions', 'weeks', 'courses'] as const
export const useCreateAssignment = apiMutation('assignments', 'createAssignment', { invalidates, errors: 'inline' })
export const useSendUpdate = apiMutation('assignments', 'updateAssignment', { invalidates })
export const useRemoveAssignment = apiMutation('assignmentChanges', 'removeAssignment', { invalidates })
export const useRestoreAssignment = apiMutation('assignmentChanges', 'restoreAssignment', { invalidates })
export const useDuplicateAssignment = apiMutation('assignmentChanges', 'duplicateAssignment', { invalidates })
/** Changes questions, answer keys or dates, which may change marks; the editor shows the errors. */
export const useSaveAssignment = apiMutation('assignments', 'updateAssignment', { invalidates, errors: 'inline' })

const mineQuery = apiQuery('assignments', 'listMyAssignments')
/** The assignments whose submissions have waited longest for marks. */
export const toGradeQuery = (limit: number, courseId?: string) =>
  mineQuery({ query: { state: 'TO_GRADE', sort: 'waiting', limit, courseId } })

export { countToDo } from './group-assignments.ts'
