import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '#version.ts'

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

test('the version is that of package.json, and the first of the changelog', () => {
  expect((JSON.parse(read('package.json')) as { version: string }).version).toBe(version)
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})
