/** Handing in and grading. */
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

const touched = ['submissions', 'assignments', 'courses'] as const

export const submissionQuery = apiQuery('submissions', 'getSubmission')
export const submissionsQuery = apiQuery('submissions', 'listSubmissions')
export const mySubmissionsQuery = apiQuery('submissions', 'listMySubmissions')
export const myDeletedSubmissionsQuery = apiQuery('submissions', 'listMyDeletedSubmissions')
export const myDeletedSubmissionQuery = apiQuery('submissions', 'getMyDeletedSubmission')
export const useSubmitAssignment = apiMutation('submissions', 'submitAssignment', { invalidates: touched, errors: 'inline' })
/** Saving a draft makes nothing stale that is on the screen: the writer's own text is the newest. */
export const useSaveAnswers = apiMutation('submissions', 'saveAnswers', { errors: 'inline' })
export const useGradeSubmission = apiMutation('submissions', 'gradeSubmission', { invalidates: touched, errors: 'inline' })
