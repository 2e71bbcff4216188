// Rules on file sizes: files must be short, and fragments used by a single other file are listed.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { filesUnder, inRoot, root } from './places.mjs'

const SOURCE_LINES = 300
const TEST_LINES = 400
/** A file shorter than this with one importer usually belongs in that file; entry points, tested rules and lazy chunks are fine. */
const FRAGMENT_LINES = 60
const isCode = /\.(ts|tsx|mjs|cjs)$/
const isTest = /\.(test|spec)\.(ts|tsx|mjs)$/
const isEntry = /(-screen|\/index|\/api|\/main|\.d|\/handlers|\/queries|\/rules|\/jobs|\/routes)\.tsx?$/

/** Fails on files that are too long; lists fragments without failing, because some are justified. */
export function checkSizes() {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench', 'faults']
    .flatMap((folder) => filesUnder(inRoot(folder)))
    .filter((file) => isCode.test(file))
  const sizes = files.map((file) => ({ file: relative(root, file), lines: countLines(file) }))
  const tooLong = sizes.filter(({ file, lines }) => lines > (isTest.test(file) ? TEST_LINES : SOURCE_LINES))
  const fragments = ['web', 'server'].flatMap((app) => findFragments(inRoot('apps', app, 'src')))
  const output = [
    `${files.length} files, ${fragments.length} fragments with a single importer`,
    ...fragments.map(({ file, importer, lines }) => `  ${relative(root, file)} (${lines} lines) <- ${relative(root, importer)}`),
    ...tooLong.map(({ file, lines }) => `${file} has ${lines} lines, more than ${isTest.test(file) ? TEST_LINES : SOURCE_LINES}`),
  ]
  return { ok: tooLong.length === 0, output: output.join('\n') }
}

const countLines = (file) => readFileSync(file, 'utf8').split('\n').length - 1

function findFragments(src) {
  const files = filesUnder(src).filter((file) => isCode.test(file))
  const importers = new Map()
  const lazy = new Set()
  for (const file of files) {
    for (const [, isLazy, path] of readFileSync(file, 'utf8').matchAll(/(import\(\s*)?['"]((?:\.{1,2}\/|#)[^'"\n]+)['"]/g)) {
      const target = path.startsWith('#') ? join(src, path.slice(1)) : resolve(dirname(file), path)
      if (!existsSync(target)) continue
      if (isLazy) lazy.add(target)
      importers.set(target, new Set([...(importers.get(target) ?? []), file]))
    }
  }
  return files
    .filter(
      (file) =>
        !isTest.test(file) &&
        !isEntry.test(file) &&
        !lazy.has(file) &&
        importers.get(file)?.size === 1 &&
        ![...importers.get(file)].some((importer) => importer.endsWith('/index.ts') || isTest.test(importer)),
    )
    .map((file) => ({ file, importer: [...importers.get(file)][0], lines: countLines(file) }))
    .filter(({ lines }) => lines < FRAGMENT_LINES)
}
