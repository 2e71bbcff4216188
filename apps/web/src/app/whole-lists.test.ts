/** Code that reads one page of a list also uses its total: a page taken for the whole list shows wrong sums. Found by reading the sources. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '@lms/contract'

const root = join(import.meta.dirname, '..')
const paged = new Set(
  routes.filter(({ route }) => route.query && 'page' in route.query.shape).map(({ domain, name }) => `${domain}.${name}`),
)

/** Pages that are not taken for the whole, with the reason. */
const fine: Record<string, string> = {
  'features/assignments/api.ts: assignments.listMyAssignments': 'the query of the trainer’s first page, which reads the total',
  'features/assignments/assignment-screen.tsx: submissions.listSubmissions': 'for its counts',
  'features/courses/course-picker.tsx: courses.listCourses': 'searched by typing; lib/search-options.ts reads the total',
  'features/courses/course-picker.tsx: courses.listMyCourses': 'the same',
  'features/discussions/use-thread.ts: discussions.listComments': 'pages by comment, both ways',
  'features/discussions/use-arrivals.ts: discussions.listComments': 'the replies around the first new one',
  'features/submissions/submission-list-screen.tsx: submissions.listSubmissions': 'the one that waits longest',
  'features/submissions/submitted-work.tsx: submissions.listAttempts': 'one attempt by its number',
  'features/users/download-users.ts: users.listUsers': 'a file of all',
  'features/users/user-new-screen.tsx: users.listUsers': 'the person with this address',
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^dev\b/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** `apiQuery('users', 'listUsers')` by the name that it is exported with. */
const queries = sources.flatMap(({ text }) =>
  [...text.matchAll(/const (\w+) = apiQuery\(\s*'(\w+)',\s*'(\w+)'/g)].flatMap(([, name, domain, call]) =>
    paged.has(`${domain}.${call}`) ? [{ name: name!, call: `${domain}.${call}` }] : [],
  ),
)

test('a file that reads a page of a list reads its total, or pages through it', () => {
  expect(queries.length).toBeGreaterThan(10)
  const found = sources.flatMap(({ path, text }) => {
    const used = queries.filter(({ name }) => new RegExp(String.raw`\b${name}\(`).test(text)).map(({ call }) => call)
    const direct = [...text.matchAll(/\bapi\.(\w+)\.(\w+)\(/g)]
      .map(([, domain, call]) => `${domain}.${call}`)
      .filter((call) => paged.has(call))
    const isWhole = /\btotal\b|fetchAllPages|nextCursor/.test(text)
    return isWhole ? [] : [...new Set([...used, ...direct])].map((call) => `${path}: ${call}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(fine).toSorted())
})
