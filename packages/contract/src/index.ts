/** The contract: every call of the product by domain. The one barrel of the repository. */

import * as assignmentChanges from '#assignment-changes.ts'
import * as assignmentExceptions from '#assignment-exceptions.ts'
import * as assignments from '#assignments.ts'
import * as attendance from '#attendance.ts'
import * as auth from '#auth.ts'
import * as calendar from '#calendar.ts'
import * as courseEmails from '#course-emails.ts'
import * as courses from '#courses.ts'
import * as discussions from '#discussions.ts'
import * as files from '#files.ts'
import * as grading from '#grading.ts'
import * as heldMarks from '#held-marks.ts'
import * as home from '#home.ts'
import * as joinLinks from '#join-links.ts'
import * as mail from '#mail.ts'
import * as marks from '#marks.ts'
import * as media from '#media.ts'
import * as myAttendance from '#my-attendance.ts'
import * as myDiscussions from '#my-discussions.ts'
import * as notices from '#notices.ts'
import * as recordedWork from '#recorded-work.ts'
import type { Route } from '#route.ts'
import * as savedComments from '#saved-comments.ts'
import * as search from '#search.ts'
import * as signupForms from '#signup-forms.ts'
import * as signupResponses from '#signup-responses.ts'
import * as submissions from '#submissions.ts'
import * as users from '#users.ts'
import * as weeks from '#weeks.ts'

const domains = {
  home,
  search,
  auth,
  users,
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
type Domains = typeof domains

/** A domain's module holds shapes and routes; only the routes are calls. */
export type Contract = { [D in keyof Domains]: { [N in keyof Domains[D] as Domains[D][N] extends Route ? N : never]: Domains[D][N] } }

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'path' in value && 'allow' in value

export const contract = Object.fromEntries(
  Object.entries(domains).map(([domain, module]) => [
    domain,
    Object.fromEntries(Object.entries(module).filter(([, value]) => isRoute(value))),
  ]),
) as Contract

/** Every call with its domain and name, for what loops over all of them. */
export const routes: { domain: string; name: string; route: Route }[] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, route]) => ({ domain, name, route: route as Route })),
)
