/** Users: accounts, roles, class lists. */

import { z } from 'zod'
import { roles } from '#policy.ts'
import { Preferences } from '#preferences.ts'
import { route } from '#route.ts'
import {
  Email,
  FileKey,
  Flag,
  Id,
  SingleLineText,
  Page,
  toPageShape,
  Password,
  Search,
  DateTimeString,
  Text,
  TimeZone,
  SeenVersion,
  Version,
} from '#values.ts'

export * from '#email-changes.ts'
export * from '#user-courses.ts'
export * from '#user-overview.ts'
export * from '#user-imports.ts'

export const UserRole = z.enum(roles)
export const UserStatus = z.enum(['INVITED', 'ACTIVE', 'SUSPENDED'])

export const User = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: UserRole,
    profileImage: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    status: UserStatus,
    timeZone: z.string().nullable(),
    createdAt: DateTimeString,
    lastSeenAt: DateTimeString.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** A user as they see themselves: preferences are private. */
export const OwnUser = User.extend({ preferences: Preferences }).meta({ id: 'OwnUser' })
export type OwnUser = z.infer<typeof OwnUser>

const params = z.object({ id: Id })
/** The values for "no filter" in the web app's URLs. */
const orAll = <T extends z.ZodType>(schema: T) => schema.or(z.literal('all')).optional()

export const listCourseStudents = route({
  method: 'GET',
  path: '/api/users/course/:courseId/students',
  summary: 'The students enrolled in a course',
  allow: 'user.roster',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  query: z.object({ ...Page, search: Search.optional() }),
  reply: toPageShape(User),
})

/** Why the newest invitation of an invited user could not be delivered, in the words of the mail server; null if it was, or is on its way. */
const invitationError = z.string().nullable()

/** A user in the list, with the first two of their courses. */
export const ListedUser = User.extend({
  invitationError,
  courses: z.array(z.object({ id: Id, title: z.string() })),
  courseCount: z.int(),
}).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

export const listUsers = route({
  method: 'GET',
  path: '/api/users',
  summary: 'Users, filtered, sorted and paged; with download=true all matching users as CSV',
  allow: 'user.list',
  query: z.object({
    ...Page,
    role: orAll(UserRole.or(z.literal('STAFF'))).meta({ description: 'STAFF: trainers and admins, who can teach a course' }),
    courseId: orAll(Id),
    status: orAll(UserStatus),
    search: Search.optional(),
    sort: z.enum(['name', '-name', 'email', '-email', 'createdAt', '-createdAt', 'lastSeenAt', '-lastSeenAt']).default('name'),
    download: Flag.optional(),
    /** Of the times in the download. */
    timeZone: TimeZone.default('UTC'),
  }),
  reply: toPageShape(ListedUser),
  download: ['text/csv'],
})

const AttendanceRate = z.object({ percentage: z.int().nullable(), marked: z.int(), sessions: z.int() })
const CourseRole = z.enum(['TRAINER', 'STUDENT'])

export const UserDetails = User.extend({
  invitationError,
  /** The same of the newest code for a new password. */
  codeError: z.string().nullable(),
  /** Progress in percent, and attendance (rules/attendance-rate.ts): null if the user teaches. */
  courses: z.array(
    z.object({ id: Id, title: z.string(), role: CourseRole, percentage: z.int().nullable(), attendance: AttendanceRate.nullable() }),
  ),
  version: Version,
}).meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

export const getUser = route({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One user, with those of their courses that the caller may see',
  allow: 'user.inspect',
  params,
  reply: UserDetails,
})

/** `isNew` is false if the email had an account already: then nobody is invited, and name and role stay unchanged. `passed`: people on waiting lists before them. */
export const AddedUser = User.extend({ isNew: z.boolean(), passed: z.int() }).meta({ id: 'AddedUser' })
export type AddedUser = z.infer<typeof AddedUser>

export const addUser = route({
  method: 'POST',
  path: '/api/users/add-single-user',
  summary: 'Add and invite a user; an existing user is enrolled if a course is given (200)',
  allow: 'user.create',
  // Enrolling a hundred users takes a hundred calls.
  rateLimit: 'autosave',
  body: z.object({
    name: SingleLineText(120),
    email: Email,
    role: UserRole,
    courseId: Id.nullish(),
    /** More courses, or all of them. */
    courseIds: z.array(Id).max(20, 'At most 20 courses').default([]),
    /** If false, no email is sent: the invitation can be sent at any time. */
    invite: z.boolean().default(true),
  }),
  reply: AddedUser,
  status: [201, 200],
  problems: ['email-taken', 'forbidden', 'not-found', 'conflict', 'closed', 'course-full'],
  example: { body: { name: 'Omar Haddad', email: 'omar.haddad@harbour.example', role: 'USER' } },
})

export const resendInvitation = route({
  method: 'POST',
  path: '/api/users/resend-invitation/:id',
  summary: 'Email a new invitation to a user who has not accepted one yet; earlier links expire',
  allow: 'user.create',
  params,
  status: [204],
  problems: ['forbidden', 'conflict'],
})

/** A PUT, so that the reply is not stored with an Idempotency-Key: only the hash of a link is stored. */
export const replaceInvitationLink = route({
  method: 'PUT',
  path: '/api/users/invitation-link',
  summary:
    'Create an invitation link to copy for a user who has not accepted one yet; earlier links and queued invitation emails become invalid',
  allow: 'user.create',
  rateLimit: 'autosave',
  body: z.object({ email: Email }),
  reply: z.object({ url: z.string(), expiresAt: DateTimeString }),
  problems: ['forbidden', 'not-found', 'conflict'],
  example: { body: { email: 'omar.haddad@harbour.example' } },
})

export const updateUser = route({
  method: 'PATCH',
  path: '/api/users/update/:id',
  summary: 'Change the name, role or status of a user',
  allow: 'user.update',
  // Changing the role of a hundred users takes a hundred calls.
  rateLimit: 'autosave',
  params,
  body: z.object({
    name: SingleLineText(120).optional(),
    role: UserRole.optional(),
    status: z.enum(['ACTIVE', 'SUSPENDED']).optional(),
    version: SeenVersion,
  }),
  reply: User.extend({ version: Version }).meta({ id: 'EditedUser' }),
  problems: ['forbidden', 'last-super-admin', 'version-conflict'],
  example: { body: { name: 'Omar Haddad' } },
})

export const updateMe = route({
  method: 'PATCH',
  path: '/api/users/update-me',
  summary: 'Change the caller’s profile or password; role and email are ignored',
  allow: 'user.updateSelf',
  transactions: 'own',
  files: ['profileImage'],
  body: z.object({
    name: SingleLineText(120).optional(),
    profileImage: FileKey.nullish(),
    timeZone: TimeZone.nullish(),
    currentPassword: Text(128).optional(),
    newPassword: Password.optional(),
    /** Only the given fields change. */
    preferences: Preferences.optional(),
  }),
  reply: OwnUser,
  example: { body: { name: 'Ana Li' } },
})

export const removeUser = route({
  method: 'DELETE',
  path: '/api/users/delete-user/:id',
  summary: 'Delete a user; their work is kept as a former student’s, and the email can be used again',
  allow: 'user.remove',
  params,
  problems: ['forbidden', 'last-super-admin', 'conflict'],
})
