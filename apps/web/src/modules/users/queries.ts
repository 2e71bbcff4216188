/** People. */
import { read, write } from '#lib/calls.ts'

export const usersQuery = read('users', 'listUsers')
export const userQuery = read('users', 'getUser')
export const importProgressQuery = read('users', 'getImportProgress')
export const importsQuery = read('users', 'listImports')
export const importQuery = read('users', 'getImport')
export const importUndoQuery = read('users', 'getImportUndo')
export const useUndoImport = write('users', 'undoImport', { invalidates: ['courses'] })
export const courseStudentsQuery = read('users', 'listCourseStudents')
export const userChangesQuery = read('users', 'listUserChanges')
export const userActivityQuery = read('users', 'listUserActivity')
export const useAddToCourse = write('users', 'addUserToCourse', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useTakeOutOfCourse = write('users', 'removeUserFromCourse', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useAddUser = write('users', 'addUser', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useUpdateUser = write('users', 'updateUser', { invalidates: ['users', 'courses'], errors: 'inline' })
export const useUpdateMe = write('users', 'updateMe', { invalidates: ['users', 'courses', 'calendar'], errors: 'inline' })
export const useRemoveUser = write('users', 'removeUser', { invalidates: ['users', 'courses'], errors: 'inline' })
