// Functions over a limit must be listed, and the list may only shrink.

import { expect, test } from 'vitest'
import { compare, findOver } from './function-limits.mjs'

const lines = (filename, line, count, name = '') => ({
  code: 'eslint(max-lines-per-function)',
  message: `The function ${name && `\`${name}\` `}has too many lines (${count}). Maximum allowed is 30.`,
  filename,
  labels: [{ span: { line } }],
})
const branches = (filename, name, count) => ({
  code: 'eslint(complexity)',
  message: `async function \`${name}\` has a complexity of ${count}. Maximum allowed is 15.`,
  filename,
  labels: [{ span: { line: 1 } }],
})

test('a component may have 80 lines, any other function 30, both 15 branches', () => {
  const found = [
    lines('a.tsx', 1, 80, 'Panel'),
    lines('a.tsx', 1, 31, 'usePanel'),
    lines('b.ts', 1, 31, 'Panel'),
    branches('a.tsx', 'Panel', 16),
  ]
  expect(findOver(found, () => '')).toEqual({
    'a.tsx': { Panel: { complexity: 16 }, usePanel: { lines: 31 } },
    'b.ts': { Panel: { lines: 31 } },
  })
})

test('a function without a name counts as the declaration around it, with the greatest figure', () => {
  const source = 'const first = 1\nexport const listRows = prepared(\n  () => {\n  },\n)'
  const found = [lines('a.ts', 2, 35), lines('a.ts', 3, 33)]
  expect(findOver(found, () => source)).toEqual({ 'a.ts': { listRows: { lines: 35 } } })
})

test('fails on a function that is over and not listed, or more than listed', () => {
  const over = { 'a.ts': { one: { lines: 40 }, two: { lines: 50, complexity: 20 } } }
  expect(compare(over, { 'a.ts': { two: { lines: 50, complexity: 18 } } })).toEqual([
    'a.ts: one has lines 40, more than 30: split it',
    'a.ts: two has complexity 20, more than 18: split it',
  ])
  expect(compare(over, over)).toEqual([])
})

test('fails on an entry that is not needed any more', () => {
  expect(compare({}, { 'a.ts': { one: { lines: 40 } } })).toEqual([
    'a.ts: one is within the limit of lines: remove its entry from tools/function-limits.json',
  ])
})
