// Which test files `npm run test:watch` runs first.

import { expect, test } from 'vitest'
import { distance } from './nearest-first.mjs'

test('the test of the changed file, then those of its folder, then those of folders further away', () => {
  const changed = '/lms/apps/server/src/modules/marks/queries.ts'
  const files = [
    '/lms/apps/server/src/modules/marks/queries.test.ts',
    '/lms/apps/server/src/modules/marks/handlers.test.ts',
    '/lms/apps/server/src/modules/marks/import/handlers.test.ts',
    '/lms/apps/server/src/modules/mail/jobs.test.ts',
    '/lms/apps/server/test/start.test.ts',
    '/lms/apps/web/src/ui/parts.test.tsx',
  ]
  expect(files.toReversed().toSorted((a, b) => distance(a, changed) - distance(b, changed))).toEqual(files)
  expect(distance(files[0], files[0])).toBe(0)
})
