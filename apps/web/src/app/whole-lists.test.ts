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
  'features/assignments/course-assignment-list-screen.tsx: assignments.listMyAssignments': 'the one that waits longest',
  'features/attendance/api.ts: attendance.getCourseAttendance': 'the grid reads the total of the first week',
  'features/attendance/attendance-home.tsx: calendar.listMySessions': 'of fourteen hours',
  'features/marks/use-gradebook.ts: marks.getGradebook': 'gradebook.tsx reads the total',
  'features/submissions/grading-queue.tsx: submissions.listSubmissions': 'the one that waits longest',
  'features/users/people-field.tsx: users.listUsers': 'searched by typing; lib/search-options.ts reads the total',
  'features/assignments/assignment-screen.tsx: submissions.listSubmissions': 'for its counts',
  'features/courses/course-picker.tsx: courses.listCourses': 'searched by typing; lib/search-options.ts reads the total',
  'features/courses/course-picker.tsx: courses.listMyCourses': 'the same',
  'features/discussions/next-unread.ts: myDiscussions.listMyDiscussions': 'the first ones; findNext reads the total',
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

/** Queries of a page: `apiQuery('users', 'listUsers')` by the name that it is exported with, and functions that return it. */
const queries = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) = apiQuery\(\s*'(\w+)',\s*'(\w+)'/g)].map(
      ([, name, domain, call]) => [name!, `${domain}.${call}`] as const,
    ),
  ),
)
for (const { text } of sources)
  for (const [, name, query] of text.matchAll(/export const (\w+) = \([^=]*\) =>\s*(\w+)\(/g)) {
    const call = queries.get(query!)
    if (call) queries.set(name!, call)
  }

/** Where a file asks for a page of a list: the call, and the statement up to it. */
const asks = (text: string) =>
  [...text.matchAll(/\bapi\.(\w+)\.(\w+)\(|\b(\w+)\(/g)].flatMap(({ 1: domain, 2: name, 3: query, index }) => {
    const call = domain ? `${domain}.${name}` : queries.get(query!)
    const from = Math.max(text.lastIndexOf('\nconst ', index), text.lastIndexOf(' const ', index), text.lastIndexOf('\n\n', index))
    return call && paged.has(call) ? [{ call, statement: text.slice(from, index).trimStart() }] : []
  })

/** Whether the file reads the total of that very reply, by its name or by one that is made of it, or reads all pages. */
function isWhole(text: string, statement: string): boolean {
  if (/\bfetchAllPages\(|\bload: /.test(statement)) return true
  const names = new Set<string>()
  const add = (target: string | undefined): void => {
    for (const name of target?.match(/\w+/g) ?? []) names.add(name)
  }
  const declared = /^(?:export )?const (\w+|\{[^}]*\})/
  add(declared.exec(statement)?.[1])
  for (const [, target, value] of text.matchAll(/\bconst (\w+|\{[^}]*\}) = (.*)/g))
    if ([...names].some((name) => new RegExp(String.raw`\b${name}\b`).test(value!))) add(target)
  const readsTotal = (name: string): boolean =>
    new RegExp(String.raw`\b${name}(?:\.data)?[?!]?\.total\b`).test(text) ||
    new RegExp(String.raw`<QueryPart query=\{${name}\}[^]*?\{\(\{[^}]*\btotal\b`).test(text)
  return names.has('total') || [...names].some(readsTotal)
}

test('code that reads a page of a list reads the total of that list, or pages through it', () => {
  expect([...queries.values()].filter((call) => paged.has(call)).length).toBeGreaterThan(10)
  const found = sources.flatMap(({ path, text }) =>
    asks(text).flatMap(({ call, statement }) => (isWhole(text, statement) ? [] : [`${path.replaceAll('\\', '/')}: ${call}`])),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(fine).toSorted())
})
