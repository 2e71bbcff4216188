import { expect, test } from 'vitest'
import { contract } from '@lms/contract'
import type { Route } from '@lms/contract/route'
import { readsOf } from './calls.ts'
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
    'users.getImport',
  ],
  'of one user, a few rows': [
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
  'before joining a course, once': ['joinLinks.findJoinOffer'],
}

test('every read of the contract is measured with a limit, or named here with the reason', () => {
  // Only their position in the path matters.
  const places = new Proxy({ courses: 20, name: 'Omar' }, { get: (known, key) => Reflect.get(known, key) ?? 'id' }) as Places
  const addresses = readsOf(places, { comments: 40, students: 200 }).flatMap(({ paths }) => paths.map((path) => path.split('?')[0]!))
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
