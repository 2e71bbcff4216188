/** The rights matrix: every call of the contract, every caller, and the status that each gets. The tests beside it are generated from it. */

import { assignmentExceptions } from '#test/rights/matrix/assignment-exceptions.ts'
import { assignmentChanges, assignments } from '#test/rights/matrix/assignments.ts'
import { attendance } from '#test/rights/matrix/attendance.ts'
import { auth } from '#test/rights/matrix/auth.ts'
import { calendar } from '#test/rights/matrix/calendar.ts'
import { courses } from '#test/rights/matrix/courses.ts'
import { discussions, myDiscussions } from '#test/rights/matrix/discussions.ts'
import { files } from '#test/rights/matrix/files.ts'
import { grading, heldMarks, recordedWork, savedComments } from '#test/rights/matrix/grading.ts'
import { home } from '#test/rights/matrix/home.ts'
import { joinLinks } from '#test/rights/matrix/join-links.ts'
import { courseEmails, mail } from '#test/rights/matrix/mail.ts'
import { marks } from '#test/rights/matrix/marks.ts'
import { media } from '#test/rights/matrix/media.ts'
import { myAttendance } from '#test/rights/matrix/my-attendance.ts'
import { notices } from '#test/rights/matrix/notices.ts'
import { search } from '#test/rights/matrix/search.ts'
import { signupForms, signupResponses } from '#test/rights/matrix/signup-forms.ts'
import { submissions } from '#test/rights/matrix/submissions.ts'
import { userAccounts } from '#test/rights/matrix/user-accounts.ts'
import { users } from '#test/rights/matrix/users.ts'
import { weeks } from '#test/rights/matrix/weeks.ts'
import type { Rows } from '#test/rights/row.ts'

export const matrix: Record<string, Rows> = {
  home,
  search,
  auth,
  users: { ...users, ...userAccounts },
  courses,
  weeks,
  media,
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
  marks,
  signupForms,
  signupResponses,
  joinLinks,
  discussions,
  myDiscussions,
  mail,
  notices,
  courseEmails,
  calendar,
}
