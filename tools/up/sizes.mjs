// The rule that files stay small enough to be read at once.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { filesUnder, inRoot, root } from './places.mjs'

const SOURCE_LINES = 300
const TEST_LINES = 400
const isCode = /\.(ts|tsx|mjs|cjs)$/
const isTest = /\.(test|spec)\.(ts|tsx|mjs)$/

export function checkSizes() {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench', 'faults']
    .flatMap((folder) => filesUnder(inRoot(folder)))
    .filter((file) => isCode.test(file))
  const sizes = files.map((file) => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  const tooLong = sizes.filter(({ file, lines }) => lines > (isTest.test(file) ? TEST_LINES : SOURCE_LINES))
  const output = [
    `${files.length} files`,
    ...tooLong.map(({ file, lines }) => `${file} has ${lines} lines, more than ${isTest.test(file) ? TEST_LINES : SOURCE_LINES}`),
  ]
  return { ok: tooLong.length === 0, output: output.join('\n') }
}
