/** What makes a build fail. */

import { expect, test } from 'vitest'
import { excesses, findCycle, loadedWith } from './bundle-limits.ts'

const of = (imports: Record<string, string[]>) => new Map(Object.entries(imports))

test('a cycle is found wherever it begins, and named file by file', () => {
  expect(findCycle(of({ entry: ['vendor', 'first'], first: ['vendor'], vendor: [] }))).toBeUndefined()
  expect(findCycle(of({ entry: ['a'], a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a', 'b', 'c'])
  expect(findCycle(of({ a: ['a'] }))).toEqual(['a'])
})

test('two paths to one file are not a cycle', () => {
  expect(findCycle(of({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeUndefined()
})

test('a page loads what its files import, each once', () => {
  const imports = of({ entry: ['vendor'], screen: ['pages', 'vendor'], pages: ['vendor'], other: ['vendor'], vendor: [] })
  expect(loadedWith(['entry', 'screen'], imports).toSorted()).toEqual(['entry', 'pages', 'screen', 'vendor'])
})

test('a page at its limits passes; above them each excess is named', () => {
  const limit = { files: 4, kib: 200 }
  expect(excesses([{ page: 'sign-in', files: 4, kib: 200, limit }])).toEqual([])
  expect(excesses([{ page: 'sign-in', files: 5, kib: 200.44, limit }])).toEqual([
    'sign-in needs 5 script files, more than 4',
    'sign-in needs 200.4 KiB of JS and CSS, more than 200',
  ])
})
