/** The gradebook and a student's own marks. */

import { apiMutation, apiQuery } from '#lib/api-hooks.ts'

export const gradebookQuery = apiQuery('marks', 'getGradebook')
export const marksSummaryQuery = apiQuery('marks', 'getMarksSummary')
export const myMarksQuery = apiQuery('marks', 'getMyMarks')
export const useImportMarks = apiMutation('marks', 'importMarks', {
  invalidates: ['marks', 'submissions', 'assignments', 'courses'],
  errors: 'inline',
})
export const useUndoMarksImport = apiMutation('marks', 'undoMarksImport', {
  invalidates: ['marks', 'submissions', 'assignments', 'courses'],
  errors: 'inline',
})
export const useUpdateMarkSettings = apiMutation('marks', 'updateMarkSettings', { invalidates: ['marks'], errors: 'inline' })
