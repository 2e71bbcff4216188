// The rule that files stay small enough to be read at once.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { filesUnder, inRoot, root } from './places.mjs'

const SOURCE_LINES = 300
const TEST_LINES = 400
const MEDIAN_LINES = 100
const isCode = /\.(ts|tsx|mjs|cjs)$/
const isTest = /\.(test|spec)\.(ts|tsx|mjs)$/

export function checkSizes() {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench', 'faults']
    .flatMap((folder) => filesUnder(inRoot(folder)))
    .filter((file) => isCode.test(file))
  const sizes = files.map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  const tooLong = sizes.filter(({ file, lines }) => lines > (isTest.test(file) ? TEST_LINES : SOURCE_LINES))
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const output = [
    `${files.length} files, median ${median} lines (at most ${MEDIAN_LINES})`,
    ...tooLong.map(({ file, lines }) => `${file} has ${lines} lines, more than ${isTest.test(file) ? TEST_LINES : SOURCE_LINES}`),
  ]
  return { ok: tooLong.length === 0 && median <= MEDIAN_LINES, output: output.join('\n') }
}
