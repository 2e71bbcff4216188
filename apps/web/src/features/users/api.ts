/** People. */

import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { apiQueryMore } from '#lib/api-lists.ts'

export const usersQuery = apiQuery('users', 'listUsers')
export const userQuery = apiQuery('users', 'getUser')
export const importProgressQuery = apiQuery('users', 'getImportProgress')
export const importQuery = apiQuery('users', 'getImport')
export const importUndoQuery = apiQuery('users', 'getImportUndo')
export const mailStateQuery = apiQuery('mail', 'getMailState')
export const useUndoImport = apiMutation('users', 'undoImport', { invalidates: ['courses'] })
export const courseStudentsQuery = apiQuery('users', 'listCourseStudents')
export const userChangesQuery = apiQuery('users', 'listUserChanges')
export const userTimelineQuery = apiQueryMore('users', 'listUserActivity', 20)
export const userOverviewQuery = apiQuery('users', 'getUserOverview')
export const useSignOutUser = apiMutation('users', 'removeUserSessions', { invalidates: ['users'], errors: 'inline' })
export const useAddToCourse = apiMutation('users', 'addUserToCourse', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useTakeOutOfCourse = apiMutation('users', 'removeUserFromCourse', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useAddUser = apiMutation('users', 'addUser', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useUpdateUser = apiMutation('users', 'updateUser', { invalidates: ['users', 'courses'], errors: 'inline' })
// A new password ends the other sessions.
export const useUpdateMe = apiMutation('users', 'updateMe', { invalidates: ['users', 'courses', 'calendar', 'auth'], errors: 'inline' })
export const emailChangeQuery = apiQuery('users', 'getEmailChange')
export const useChangeEmail = apiMutation('users', 'changeEmail', { invalidates: ['users'], errors: 'inline' })
export const useCancelEmailChange = apiMutation('users', 'cancelEmailChange', { invalidates: ['users'], errors: 'inline' })
export const useConfirmEmail = apiMutation('users', 'confirmEmailChange', { invalidates: ['users'], errors: 'inline' })
export const useStopEmailChange = apiMutation('users', 'stopEmailChange', { invalidates: ['users'], errors: 'inline' })
export const useRemoveUser = apiMutation('users', 'removeUser', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useRemoveSession = apiMutation('auth', 'removeSession', { invalidates: ['auth'], errors: 'inline' })
export const useRemoveOtherSessions = apiMutation('auth', 'removeOtherSessions', { invalidates: ['auth', 'calendar'] })
