/** The size of the first load: what the page needs before any screen, and that every screen is split from it. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const dist = join(import.meta.dirname, '../apps/web/dist')
const read = (name: string) => readFileSync(join(dist, name), 'utf8')

/** A chunk with its static imports; dynamic imports are not counted. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const [, next] of read(name).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)) withImports(`assets/${next}`, found)
  return found
}

test('the first load is at most 180 kB of JavaScript, gzipped', () => {
  const entries = [...read('index.html').matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)].map(([, name]) => name!)
  expect(entries.length).toBeGreaterThan(0)
  const names = entries.reduce((found, name) => withImports(name, found), new Set<string>())
  const bytes = [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0)
  console.log(`first load: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped, in ${names.size} files`)
  expect(bytes).toBeLessThanOrEqual(180_000)
})

/** The build's groups: signing in is part of the first files, the dashboards and a course share a file. */
const together = ['login-screen', 'dashboard-screen', 'course-screen']

test('every other screen is its own chunk', () => {
  const table = readFileSync(join(import.meta.dirname, '../apps/web/src/app/screens.ts'), 'utf8')
  const screens = [...table.matchAll(/import\('#features\/[^']*\/([^/']+)\.tsx'\)/g)].map(([, name]) => name!)
  // The first files name all screens of this build; those of former builds lie beside them.
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const first = scripts.filter((name) => page.includes(name)).map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
  expect(screens.length).toBeGreaterThan(30)
  for (const screen of screens.filter((name) => !together.includes(name)))
    expect(
      scripts.filter((name) => name.startsWith(`${screen}-`) && first.some((text) => text.includes(name))),
      screen,
    ).toHaveLength(1)
})
