/** Assignments. */
import { apiMutation, apiQuery } from '#lib/api-hooks.ts'
import { apiQueryAll } from '#lib/api-lists.ts'

export const assignmentQuery = apiQuery('assignments', 'getAssignment')
/** All of a course, because sums and warnings are of all of them. */
export const courseAssignmentsQuery = apiQueryAll('assignments', 'listCourseAssignments')
export const allMineQuery = apiQueryAll('assignments', 'listMyAssignments')
export const assignmentUsageQuery = apiQuery('assignmentChanges', 'getAssignmentUsage')
const invalidates = ['assignments', 'assignmentChanges', 'submissions', 'weeks', 'courses'] as const
export const useCreateAssignment = apiMutation('assignments', 'createAssignment', { invalidates, errors: 'inline' })
export const useUpdateAssignment = apiMutation('assignments', 'updateAssignment', { invalidates })
export const useRemoveAssignment = apiMutation('assignmentChanges', 'removeAssignment', { invalidates })
export const useRestoreAssignment = apiMutation('assignmentChanges', 'restoreAssignment', { invalidates })
export const useDuplicateAssignment = apiMutation('assignmentChanges', 'duplicateAssignment', { invalidates })
/** Changes questions, answer keys or dates, which may change marks; the editor shows the errors. */
export const useSaveAssignment = apiMutation('assignments', 'updateAssignment', { invalidates, errors: 'inline' })

/** The user's open assignments that are due before a time, in all their courses. */
export const openWorkQuery = (dueBefore: string) => allMineQuery({ query: { state: 'OPEN', dueBefore, sort: 'dueAt' } })
/** Assignments with submissions to grade, in the user's courses. */
export const toGradeQuery = () => allMineQuery({ query: { state: 'TO_GRADE', sort: 'dueAt' } })

export { countToDo } from './group-assignments.ts'
