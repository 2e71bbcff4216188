/** Changes are sent by the functions of each feature's api.ts and by the uploads, which keep their order, repeat no lost one and tell of failures: found by reading the sources. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '@lms/contract/generated/paths'

const root = join(import.meta.dirname, '..')
const calls: Record<string, Record<string, { method: string }>> = paths

/** Sent by themselves, with the reason. */
const direct: Record<string, string> = {
  'assignmentChanges.previewAssignmentChanges': 'changes nothing',
  'attendance.markVideoAttendance': 'kept and repeated by the player, also while the page closes',
  'auth.acceptInvitation': 'sets a password, and signs in to see whether a lost one did',
  'auth.login': 'checks a password',
  'auth.logout': 'ends the session of that check',
  'auth.register': 'sets a password, as above',
  'auth.resetPassword': 'sets a password, as above',
  'auth.setUp': 'sets a password, as above',
  'courseEmails.cancelCourseEmail': 'from a toast, whose page may be gone',
  'grading.reportGrading': 'changes nothing that is shown',
  'marks.importMarks': 'the check before an import',
  'users.addUserToCourse': 'of many people, one by one, with progress',
  'users.importUsers': 'with progress, and a key of its own',
  'users.removeUser': 'of many people, one by one, with progress',
  'users.removeUserFromCourse': 'of many people, one by one, with progress',
  'users.updateUser': 'of many people, one by one, with progress',
}

const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))

test('no component sends a change past the hooks', () => {
  const sources = all.filter((path) => !/\bapi\.ts$|^(?:lib|dev|features.files.uploads)\b/.test(path))
  const found = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bapi\.(\w+)\.(\w+)\(/g)].flatMap(([, domain, name]) =>
      calls[domain!]?.[name!]?.method === 'GET' ? [] : [`${domain}.${name}`],
    ),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(direct).toSorted())
})

test('the cache is written by changeCached only, which stops older reads', () => {
  const writes = all.filter((path) => /\bset(?:Query|Queries)Data\b|\bcancelQueries\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(writes).toEqual([join('lib', 'cached.ts')])
})
