import { contract } from '@lms/contract'
import { expect, test } from 'vitest'
import type { Route } from '@lms/contract/route'
import { readsOf } from './calls.ts'
import type { Places } from './schools.ts'

/** Paged calls whose rows do not grow with the school. */
const unmeasured: Record<string, string> = {
  'auth.listSessions': 'of one user',
  'users.listImports': 'kept for a month',
  'courses.listDeletedCourses': 'kept for a month',
  'weeks.listDeletedWeeks': 'kept for a month',
  'media.listNotes': 'of one user about one video',
  'files.listUploads': 'unfinished, of one user',
  'files.listOthersUploads': 'unfinished',
  'submissions.listAttempts': 'at most twenty of one student',
  'submissions.listMyDeletedAttempts': 'at most twenty of one student',
  'submissions.listMyDeletedSubmissions': 'of one user',
}

test('every paged call of the contract is measured, or does not grow with the school', () => {
  // Only their position in the path matters.
  const places = new Proxy({ courses: 20, name: 'Omar' }, { get: (known, key) => Reflect.get(known, key) ?? 'id' }) as Places
  const addresses = readsOf(places, { comments: 40, students: 200 }).flatMap(({ paths }) => paths.map((path) => path.split('?')[0]!))
  const isMeasured = ({ path }: Route) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return addresses.some((address) => pattern.test(address))
  }
  const isPaged = ({ method, query }: Route) => method === 'GET' && query !== undefined && 'limit' in query.shape
  const missing = Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries(routes as Record<string, Route>).flatMap(([name, route]) =>
      isPaged(route) && !isMeasured(route) ? [`${domain}.${name}`] : [],
    ),
  )
  expect(missing.toSorted()).toEqual(Object.keys(unmeasured).toSorted())
})
