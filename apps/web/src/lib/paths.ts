/** All URLs of the web app, as patterns (for the router) and as builders (for links). */

type NameIn<Segment extends string> = Segment extends `:${infer Name}` ? Name : never
type NamesIn<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}` ? NameIn<Head> | NamesIn<Rest> : NameIn<Pattern>
type Params<Pattern extends string> = Record<NamesIn<Pattern>, string>
type Search = Record<string, string | number | boolean | null | undefined>

type Path<Pattern extends string> = {
  pattern: Pattern
  to: [NamesIn<Pattern>] extends [never] ? (search?: Search) => string : (params: Params<Pattern>, search?: Search) => string
}

/** A query string with its question mark; null, undefined and empty values are omitted. */
export function searchText(search: Search = {}): string {
  const given = Object.entries(search).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}

function path<const Pattern extends string>(pattern: Pattern): Path<Pattern> {
  const fill = (params: Record<string, string>): string =>
    pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const to = pattern.includes(':')
    ? (params: Record<string, string>, search?: Search) => fill(params) + searchText(search)
    : (search?: Search) => pattern + searchText(search)
  return { pattern, to: to as Path<Pattern>['to'] }
}

export const paths = {
  login: path('/auth/login'),
  register: path('/auth/register'),
  resetPassword: path('/auth/reset-password'),
  setup: path('/auth/setup'),
  unsubscribe: path('/auth/unsubscribe'),
  confirmEmail: path('/auth/confirm-email'),
  stopEmailChange: path('/auth/stop-email-change'),

  dashboard: path('/'),
  enrolledCourses: path('/enrolled-courses'),
  assignments: path('/assignments'),
  attendance: path('/attendance'),
  myDiscussions: path('/discussions'),
  profile: path('/profile'),
  courses: path('/courses'),
  course: path('/courses/course/:courseId'),
  week: path('/courses/course/:courseId/week/:weekId'),
  media: path('/courses/course/:courseId/week/:weekId/media/:mediaId'),
  discussions: path('/courses/course/:courseId/discussion-forum'),
  discussionNew: path('/courses/course/:courseId/discussion-forum/create'),
  discussion: path('/courses/course/:courseId/discussion-forum/:discussionId'),
  deletedSubmission: path('/assignments/deleted/:submissionId'),
  assignment: path('/assignments/course/:courseId/week/:weekId/:assignmentId'),
  courseDetails: path('/courses-details/:courseId'),

  join: path('/join/:token'),

  users: path('/users'),
  usersImport: path('/users/add-bulk-users'),
  userNew: path('/users/add-single-users'),
  userEdit: path('/users/:userId/edit'),
  allMedia: path('/media/all-media'),
  courseEdit: path('/courses/:courseId/edit'),
  signUpForm: path('/courses/:courseId/create-sign-up-form'),
  people: path('/courses/course/:courseId/people'),
  marks: path('/courses/course/:courseId/marks'),
  marksImport: path('/courses/course/:courseId/marks/import'),
  announcements: path('/courses/course/:courseId/announcements'),
  courseEmails: path('/courses/course/:courseId/emails'),
  signUpResponses: path('/courses/course/:courseId/sign-up-form/responses'),

  submissions: path('/all-submissions/course/:courseId/:assignmentId'),
  submission: path('/submissions/:submissionId/course/:courseId'),
  courseNew: path('/courses/new'),
  weekEdit: path('/courses/:courseId/weeks/:weekId/edit'),
  mediaNew: path('/courses/:courseId/weeks/:weekId/media'),
  mediaEdit: path('/courses/:courseId/weeks/:weekId/media/:mediaId/edit'),
  assignmentNew: path('/courses/:courseId/weeks/:weekId/assignments/new'),
  assignmentEdit: path('/courses/:courseId/weeks/:weekId/assignments/:assignmentId/edit'),
  markAttendance: path('/courses/:courseId/weeks/:weekId/mark-attendance'),
  userDetails: path('/users/user-details/:userId'),
} as const

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where a public page leads after signing in: `next`; else the public page of the course in a registration link; else home. */
export function getReturnTo(search: URLSearchParams): string {
  const next = getSafeReturnTo(search.get('next'))
  const course = search.get('course') ?? ''
  return next === '/' && uuid.test(course) ? paths.courseDetails.to({ courseId: course.toLowerCase() }) : next
}

/** The path of a public page, keeping the return path from `search`. */
export function withReturnTo(path: string, search: URLSearchParams): string {
  const next = getReturnTo(search)
  return next === '/' ? path : `${path}?${new URLSearchParams({ next }).toString()}`
}

/** The path after signing in: only within this site, because a link in a mail could contain any `next`. */
export function getSafeReturnTo(next: string | null): string {
  // Browsers read a backslash as a slash and drop control characters, so both could be used for another host.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!next || !/^\/(?![/\\])/.test(next) || /[\\\u0000-\u001f]/.test(next) || next.startsWith('/auth/')) return '/'
  return next
}
