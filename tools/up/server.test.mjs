// The effect of the server's flags.

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inRoot } from './places.mjs'
import { serverFlags } from './server.mjs'

/** MiB of heap after loading the query builder. */
const heapWith = (flags) => {
  const code = `import('drizzle-orm/node-postgres').then(() => console.log(process.memoryUsage().heapTotal / 2 ** 20))`
  return Number(execFileSync(process.execPath, [...flags, '-e', code], { cwd: inRoot('apps', 'server'), encoding: 'utf8' }))
}

test('loading the query builder does not enlarge the heap with its package.json', () => {
  expect(heapWith(serverFlags)).toBeLessThan(40)
})

test('modules of the query builder are loaded once, however they are imported', () => {
  const code = `Promise.all([import('drizzle-orm'), import('drizzle-orm/sql/sql')]).then(([one, other]) => console.log(one.sql === other.sql))`
  const output = execFileSync(process.execPath, [...serverFlags, '-e', code], { cwd: inRoot('apps', 'server'), encoding: 'utf8' })
  expect(output.trim()).toBe('true')
})
