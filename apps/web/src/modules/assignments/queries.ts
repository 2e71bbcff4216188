/** Assignments. */
import { read, write } from '#lib/calls.ts'

export const assignmentQuery = read('assignments', 'getAssignment')
export const myAssignmentsQuery = read('assignments', 'listMyAssignments')
export const courseAssignmentsQuery = read('assignments', 'listCourseAssignments')
export const useCreateAssignment = write('assignments', 'createAssignment', {
  invalidates: ['assignments', 'weeks', 'courses'],
  errors: 'inline',
})
export const useUpdateAssignment = write('assignments', 'updateAssignment', { invalidates: ['assignments', 'weeks', 'courses'] })
