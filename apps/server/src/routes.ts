/** The handlers of all calls. The compiler holds them against the contract. */
import type { Contract } from '@lms/contract'
import type { Handlers } from '#http/handler.ts'
import * as assignments from '#modules/assignments/handlers.ts'
import * as attendance from '#modules/attendance/handlers.ts'
import * as auth from '#modules/auth/handlers.ts'
import * as calendar from '#modules/calendar/handlers.ts'
import * as courses from '#modules/courses/handlers.ts'
import * as discussions from '#modules/discussions/handlers.ts'
import * as files from '#modules/files/handlers.ts'
import * as mail from '#modules/mail/handlers.ts'
import * as media from '#modules/media/handlers.ts'
import * as mediaNotes from '#modules/media/notes/handlers.ts'
import * as signupForms from '#modules/signup-forms/handlers.ts'
import * as submissions from '#modules/submissions/handlers.ts'
import * as users from '#modules/users/handlers.ts'
import * as weeks from '#modules/weeks/handlers.ts'

export const handlers: Handlers<Contract> = {
  auth,
  users,
  courses,
  weeks,
  media: { ...media, ...mediaNotes },
  files,
  attendance,
  assignments,
  submissions,
  signupForms,
  discussions,
  mail,
  calendar,
}
