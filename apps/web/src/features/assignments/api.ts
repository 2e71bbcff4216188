/** Assignments. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { queryOptions } from '@tanstack/react-query'
import { apiMutation, apiQuery, fetchAllPages, pageLimit } from '#lib/api-hooks.ts'
import { api, type ApiProblem } from '#lib/api.ts'

export const assignmentQuery = apiQuery('assignments', 'getAssignment')
export const myAssignmentsQuery = apiQuery('assignments', 'listMyAssignments')
export const courseAssignmentsQuery = apiQuery('assignments', 'listCourseAssignments')
export const assignmentUsageQuery = apiQuery('assignmentChanges', 'getAssignmentUsage')
const invalidates = ['assignments', 'assignmentChanges', 'submissions', 'weeks', 'courses'] as const
export const useCreateAssignment = apiMutation('assignments', 'createAssignment', { invalidates, errors: 'inline' })
export const useUpdateAssignment = apiMutation('assignments', 'updateAssignment', { invalidates })
export const useRemoveAssignment = apiMutation('assignmentChanges', 'removeAssignment', { invalidates })
export const useRestoreAssignment = apiMutation('assignmentChanges', 'restoreAssignment', { invalidates })
export const useDuplicateAssignment = apiMutation('assignmentChanges', 'duplicateAssignment', { invalidates })
/** Changes questions, answer keys or dates, which may change marks; the editor shows the errors. */
export const useSaveAssignment = apiMutation('assignments', 'updateAssignment', { invalidates, errors: 'inline' })

type Wanted = Pick<NonNullable<NonNullable<Parameters<typeof api.assignments.listMyAssignments>[0]>['query']>, 'state' | 'dueBefore'>

const allMineQuery = (query: Wanted) =>
  queryOptions<AssignmentRow[], ApiProblem>({
    queryKey: ['assignments', 'allMine', query],
    queryFn: ({ signal }) =>
      fetchAllPages((page) =>
        api.assignments.listMyAssignments({ query: { ...query, sort: 'dueAt', page, limit: pageLimit } }, { signal }),
      ),
  })

/** The user's open assignments that are due before a time, in all their courses. */
export const openWorkQuery = (dueBefore: string) => allMineQuery({ state: 'OPEN', dueBefore })
/** Assignments with submissions to grade, in the user's courses. */
export const toGradeQuery = () => allMineQuery({ state: 'TO_GRADE' })

export { countToDo } from './group-assignments.ts'
