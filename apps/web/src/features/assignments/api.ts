/** Assignments. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { queryOptions } from '@tanstack/react-query'
import { fetchAllPages, pageLimit } from '#lib/fetch-all-pages.ts'
import { api, type ApiProblem } from '#lib/api.ts'
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

export const assignmentQuery = apiQuery('assignments', 'getAssignment')
export const myAssignmentsQuery = apiQuery('assignments', 'listMyAssignments')
export const courseAssignmentsQuery = apiQuery('assignments', 'listCourseAssignments')
export const useCreateAssignment = apiMutation('assignments', 'createAssignment', {
  invalidates: ['assignments', 'weeks', 'courses'],
  errors: 'inline',
})
export const useUpdateAssignment = apiMutation('assignments', 'updateAssignment', { invalidates: ['assignments', 'weeks', 'courses'] })

type Wanted = Pick<NonNullable<NonNullable<Parameters<typeof api.assignments.listMyAssignments>[0]>['query']>, 'state' | 'dueBefore'>

const allMineQuery = (query: Wanted) =>
  queryOptions<AssignmentRow[], ApiProblem>({
    queryKey: ['assignments', 'allMine', query],
    queryFn: ({ signal }) =>
      fetchAllPages((page) =>
        api.assignments.listMyAssignments({ query: { ...query, sort: 'dueAt', page, limit: pageLimit } }, { signal }),
      ),
  })

/** What one still has to hand in until an instant, of all one's courses. */
export const openWorkQuery = (dueBefore: string) => allMineQuery({ state: 'OPEN', dueBefore })
/** Assignments of one's courses with work that waits for marks. */
export const toGradeQuery = () => allMineQuery({ state: 'TO_GRADE' })
