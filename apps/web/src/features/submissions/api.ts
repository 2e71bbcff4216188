/** Handing in and grading. */
import { read, write } from '#lib/calls.ts'

const touched = ['submissions', 'assignments', 'courses'] as const

export const submissionQuery = read('submissions', 'getSubmission')
export const submissionsQuery = read('submissions', 'listSubmissions')
export const mySubmissionsQuery = read('submissions', 'listMySubmissions')
export const myDeletedSubmissionsQuery = read('submissions', 'listMyDeletedSubmissions')
export const myDeletedSubmissionQuery = read('submissions', 'getMyDeletedSubmission')
export const useSubmitAssignment = write('submissions', 'submitAssignment', { invalidates: touched, errors: 'inline' })
/** Saving a draft makes nothing stale that is on the screen: the writer's own text is the newest. */
export const useSaveAnswers = write('submissions', 'saveAnswers', { errors: 'inline' })
export const useGradeSubmission = write('submissions', 'gradeSubmission', { invalidates: touched, errors: 'inline' })
