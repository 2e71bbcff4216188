/** The handlers of all calls. The compiler checks them against the contract. */

import type { Contract } from '@lms/contract'
import type { Handlers } from '#call/handler.ts'
import * as assignmentChanges from '#modules/assignments/changes/handlers.ts'
import * as assignmentExceptions from '#modules/assignments/exceptions/handlers.ts'
import * as assignments from '#modules/assignments/handlers.ts'
import * as attendance from '#modules/attendance/handlers.ts'
import * as myAttendance from '#modules/attendance/own/handlers.ts'
import * as auth from '#modules/auth/handlers.ts'
import * as passwordReset from '#modules/auth/password-reset/handlers.ts'
import * as sessions from '#modules/auth/sessions/handlers.ts'
import * as calendar from '#modules/calendar/handlers.ts'
import * as courses from '#modules/courses/handlers.ts'
import * as courseProgress from '#modules/courses/progress/handlers.ts'
import * as comments from '#modules/discussions/comments/handlers.ts'
import * as discussions from '#modules/discussions/handlers.ts'
import * as myDiscussions from '#modules/discussions/own/handlers.ts'
import * as files from '#modules/files/handlers.ts'
import * as home from '#modules/home/handlers.ts'
import * as joinLinks from '#modules/join-links/handlers.ts'
import * as announcements from '#modules/mail/course-emails/announcements/handlers.ts'
import * as courseEmails from '#modules/mail/course-emails/handlers.ts'
import * as mail from '#modules/mail/handlers.ts'
import * as marks from '#modules/marks/handlers.ts'
import * as marksImport from '#modules/marks/import/handlers.ts'
import * as media from '#modules/media/handlers.ts'
import * as mediaNotes from '#modules/media/notes/handlers.ts'
import * as notices from '#modules/notices/handlers.ts'
import * as savedComments from '#modules/saved-comments/handlers.ts'
import * as search from '#modules/search/handlers.ts'
import * as signupForms from '#modules/signup-forms/handlers.ts'
import * as signupResponses from '#modules/signup-forms/responses/handlers.ts'
import * as grading from '#modules/submissions/grading/handlers.ts'
import * as submissions from '#modules/submissions/handlers.ts'
import * as heldMarks from '#modules/submissions/marks/handlers.ts'
import * as recordedWork from '#modules/submissions/recorded/handlers.ts'
import * as emailChanges from '#modules/users/email-changes/handlers.ts'
import * as users from '#modules/users/handlers.ts'
import * as usersImport from '#modules/users/import/handlers.ts'
import * as userOverview from '#modules/users/overview/handlers.ts'
import * as weeks from '#modules/weeks/handlers.ts'

export const handlers: Handlers<Contract> = {
  home,
  search,
  auth: { ...auth, ...passwordReset, ...sessions },
  users: { ...users, ...emailChanges, ...usersImport, ...userOverview },
  courses: { ...courses, ...courseProgress },
  weeks,
  media: { ...media, ...mediaNotes },
  files,
  attendance,
  myAttendance,
  assignments,
  assignmentChanges,
  assignmentExceptions,
  submissions,
  grading,
  heldMarks,
  recordedWork,
  savedComments,
  marks: { ...marks, ...marksImport },
  signupForms,
  signupResponses,
  joinLinks,
  discussions: { ...discussions, ...comments },
  myDiscussions,
  mail,
  notices,
  courseEmails: { ...courseEmails, ...announcements },
  calendar,
}
