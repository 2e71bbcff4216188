/** Submitting and grading. */

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Submission } from '@lms/contract/submissions'
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { apiQueryAll } from '#lib/api-lists.ts'
import { changeCached } from '#lib/cached.ts'

const changedDomains = ['submissions', 'assignments', 'courses', 'marks', 'grading'] as const

export const submissionQuery = apiQuery('submissions', 'getSubmission')
/** Shows what was just saved: before it is read again, the page would go back to what was there before. */
export function useShowSaved(): (saved: Submission) => void {
  const client = useQueryClient()
  return useCallback(
    (saved) => {
      const { queryKey } = submissionQuery({ params: { submissionId: saved.id, courseId: saved.courseId } })
      // It is all of it, and comes with each pause in typing.
      changeCached(client, queryKey, () => saved, { refetchType: 'none' })
    },
    [client],
  )
}
export const attemptsQuery = apiQuery('submissions', 'listAttempts')
export const myDeletedAttemptsQuery = apiQuery('submissions', 'listMyDeletedAttempts')
export const submissionsQuery = apiQuery('submissions', 'listSubmissions')
export const myDeletedSubmissionsQuery = apiQueryAll('submissions', 'listMyDeletedSubmissions')
export const myDeletedSubmissionQuery = apiQuery('submissions', 'getMyDeletedSubmission')
export const useSubmitAssignment = apiMutation('submissions', 'submitAssignment', { invalidates: changedDomains, errors: 'inline' })
export const useUndoGradeCall = apiMutation('grading', 'undoGrade', { invalidates: changedDomains })
export const markChangesQuery = apiQuery('grading', 'listMarkChanges')
export const hiddenNamesQuery = apiQuery('grading', 'getHiddenNames', { staleTime: 60_000 })
export const useSetHiddenNames = apiMutation('grading', 'setHiddenNames', { invalidates: ['submissions', 'grading'] })
export const savedCommentsQuery = apiQuery('savedComments', 'listSavedComments', { staleTime: 60_000 })
export const useCreateSavedComment = apiMutation('savedComments', 'createSavedComment', { invalidates: ['savedComments'] })
export const useUpdateSavedComment = apiMutation('savedComments', 'updateSavedComment', {
  invalidates: ['savedComments'],
  errors: 'inline',
})
export const useRemoveSavedComment = apiMutation('savedComments', 'removeSavedComment', { invalidates: ['savedComments'] })
export const useExtendDueTime = apiMutation('assignmentExceptions', 'extendDueTime', { invalidates: changedDomains, errors: 'inline' })
export const useExcuseStudents = apiMutation('assignmentExceptions', 'excuseStudents', { invalidates: changedDomains, errors: 'inline' })
export const useRemindStudents = apiMutation('assignmentExceptions', 'remindStudents', { invalidates: changedDomains, errors: 'inline' })
export const useRecordWork = apiMutation('recordedWork', 'recordWork', { invalidates: changedDomains })
export const useUndoRecordedWork = apiMutation('recordedWork', 'undoRecordedWork', { invalidates: changedDomains })
export const useReleaseMarks = apiMutation('heldMarks', 'releaseMarks', { invalidates: changedDomains, errors: 'inline' })
/** Invalidates nothing: the text on the screen is newer than any response. */
export const useSaveAnswers = apiMutation('submissions', 'saveAnswers', { errors: 'inline' })
export const useGradeSubmission = apiMutation('submissions', 'gradeSubmission', {
  invalidates: changedDomains,
  errors: 'inline',
  timeout: 30_000,
})
