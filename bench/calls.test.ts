import { expect, test } from 'vitest'
import { contract } from '@lms/contract'
import type { Route } from '@lms/contract/route'
import { readsOf, writesOf } from './calls.ts'
import { growing } from './growing.ts'
import type { Places } from './schools.ts'

/** Reads of a screen that are not measured: by reason. */
const unmeasured: Record<string, string[]> = {
  'one row by its key': [
    'auth.getSignInOptions',
    'calendar.getCalendarAddress',
    'courseEmails.getCourseEmail',
    'courseEmails.getSubscription',
    'joinLinks.getJoinLink',
    'mail.getMailState',
    'media.getLibraryMedia',
    'media.getMediaOptions',
    'media.getOtherUses',
    'submissions.getMyDeletedSubmission',
    'users.getEmailChange',
    'users.getImport',
  ],
  'of one user, a few rows': [
    'attendance.listAttendanceChanges',
    'auth.listSessions',
    'courseEmails.listCourseSubscriptions',
    'files.listUploads',
    'submissions.listAttempts',
    'submissions.listMyDeletedAttempts',
    'submissions.listMyDeletedSubmissions',
  ],
  'kept for a month at most, read seldom': [
    'courses.listDeletedCourses',
    'discussions.listVersions',
    'files.listOthersUploads',
    'users.getImportUndo',
    'users.listImports',
    'weeks.listDeletedWeeks',
  ],
  'waits for the file store, Zoom or an import': [
    'files.listParts',
    'files.presignPart',
    'files.presignUpload',
    'media.getStartLink',
    'users.getImportProgress',
  ],
  'before joining a course, once': ['joinLinks.findJoinCourse', 'joinLinks.findJoinOffer'],
}

// Only their position in the path matters.
const places = new Proxy(
  { courses: 20, name: 'Omar', questions: [] },
  { get: (known, key) => Reflect.get(known, key) ?? 'id' },
) as never as Places
const reads = readsOf(places, { comments: 40, students: 200 })

test('every read of the contract is measured with a limit, or named here with the reason', () => {
  const addresses = reads.flatMap(({ paths }) => paths.map((path) => path.split('?')[0]!))
  const isMeasured = ({ path }: Route) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return addresses.some((address) => pattern.test(address))
  }
  const isRead = ({ method, reply }: Route) => method === 'GET' && reply !== undefined
  const missing = Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries(routes as Record<string, Route>).flatMap(([name, route]) =>
      isRead(route) && !isMeasured(route) ? [`${domain}.${name}`] : [],
    ),
  )
  expect(missing.toSorted()).toEqual(Object.values(unmeasured).flat().toSorted())
})

/** Everything else costs at most 25 bare reads. */
const dearer: Record<string, number> = {
  "a student's first page": 40,
  // Marks, attendance and what is missing of each course, as its pages calculate them.
  'my courses with figures': 40,
  'courses of a trainer with figures': 35,
  // With the numbers over all marks of the class.
  gradebook: 60,
  'gradebook, 50 students': 60,
  // Compares every name with what the word may mean, only if nothing is found as it is typed.
  'search for a mistyped word': 100,
}

test('limits may only become lower', () => {
  const writes = writesOf(places, { student: '', trainer: '', admin: '', class: [] }, 1)
  const loose = [...reads, ...writes].filter(({ name, limit }) => limit > (dearer[name] ?? 25)).map(({ name }) => name)
  expect(loose).toEqual([])
  const limits = new Map([...reads, ...writes].map(({ name, limit }) => [name, limit]))
  const goals = {
    'who am I': 3,
    'my courses': 9,
    'course contents': 7,
    'one discussion with its posts': 8,
    notices: 8,
    'attendance of a week': 14,
    'add a comment': 8,
    'save a draft': 8,
    submit: 15,
  }
  expect(Object.fromEntries(Object.keys(goals).map((name) => [name, limits.get(name)]))).toEqual(goals)
})

test('what may grow is a call', () => {
  expect(Object.keys(growing).filter((name) => !reads.some((read) => read.name === name))).toEqual([])
})
