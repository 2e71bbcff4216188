// Which modules of the server and features of the web app use each other. Their top floor (handlers, jobs, screens) may use all of them,
// and the ground floor of a feature (its calls) may be used by all; between these nothing goes in circles.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const server = { folder: 'apps/server/src/modules/', alias: '#modules/', isTop: /\/(handlers|jobs)\.ts$/, isGround: /^$/ }
const web = { folder: 'apps/web/src/features/', alias: '#features/', isTop: /-screen\.tsx$/, isGround: /\/api\.ts$/ }

/** `uses` of each folder: the names of the others, each with one import as an example. */
function readFloors({ folder, alias, isTop, isGround }) {
  const uses = new Map()
  for (const path of readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((one) => one.replaceAll('\\', '/'))) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || isTop.test(`/${path}`)) continue
    const [own] = path.split('/')
    for (const [, target] of readFileSync(`${root}${folder}${path}`, 'utf8').matchAll(new RegExp(`'${alias}([^']+)'`, 'g'))) {
      const [other] = target.split('/')
      if (other === own || isGround.test(`/${target}`)) continue
      if (!uses.has(own)) uses.set(own, new Map())
      uses.get(own).set(other, `${path} uses ${target}`)
    }
  }
  return uses
}

/** The imports of a circle, or nothing: folders that use none that is left are taken away until none or only circles are left. */
function findCircle(uses) {
  const left = new Map([...uses].map(([own, others]) => [own, new Map(others)]))
  for (;;) {
    for (const others of left.values()) for (const other of others.keys()) if (!left.has(other)) others.delete(other)
    const free = [...left].filter(([, others]) => others.size === 0)
    if (free.length === 0) return [...left.values()].flatMap((others) => [...others.values()])
    for (const [own] of free) left.delete(own)
  }
}

test.each([
  ['modules', server],
  ['features', web],
])('%s do not use each other in circles below their top floor', (_, side) => {
  const uses = readFloors(side)
  expect(uses.size).toBeGreaterThan(5)
  expect(findCircle(uses)).toEqual([])
})
