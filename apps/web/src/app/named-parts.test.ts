/** Tab lists and tables have names, by which people with a screen reader tell them apart: found by reading the sources. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('every tab list and table has a name', () => {
  const parts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !/\.test\.|^dev\b/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/<(?:Tabs\.List|Table|table)(?![.\w])[^>]*>/g)].map(([tag]) => ({ path, tag })),
    )
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter(({ tag }) => !/aria-label|\{\.\.\./.test(tag)).map(({ path, tag }) => `${path}: ${tag}`)).toEqual([])
})
