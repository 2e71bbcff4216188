// How `npm test` sums up its parts and lists failures.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binOf, inRoot, sentence } from './places.mjs'
import { capture } from './processes.mjs'
import { failuresOf, isGood, nothing, resultsOf, resultsOfPlaywright, summaryOf } from './results.mjs'
import { runTwice } from './test.mjs'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lms-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function report(content) {
  const file = join(newFolder(), 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const unit = (passed, ...failures) => ({ passed, skipped: 0, failures })

test('names what failed before the numbers, and skipped tests only when there are some', () => {
  expect(summaryOf([{ ...nothing, units: { a: unit(3) } }])).toBe('3 passed, 0 failed')
  const first = { units: { a: { ...unit(3, 'a › b'), skipped: 1 } }, failures: [] }
  const second = { units: { c: { ...unit(2), skipped: 1 } }, failures: ['No server'] }
  expect(summaryOf([first, second])).toBe('failed: a › b\nfailed: No server\n5 passed, 2 failed, 2 skipped')
  expect([first, second].map((part) => isGood([part]))).toEqual([false, false])
  expect(isGood([nothing, nothing])).toBe(false)
  expect(isGood([nothing, { ...nothing, units: { a: unit(1) } }])).toBe(true)
})

test('a runner that fails without a failure in its report, or without a report, has failed', () => {
  const good = { units: { a: unit(4) }, failures: [] }
  const ended = ['vitest ended with code 1, and no failure in its report']
  expect(resultsOf('vitest', report(good), 0)).toEqual(good)
  expect(resultsOf('vitest', report(good), 1)).toEqual({ ...good, failures: ended })
  expect(failuresOf(resultsOf('vitest', report({ ...good, units: { a: unit(0, 'a › b') } }), 1))).toEqual(['a › b'])
  expect(resultsOf('vitest', 'nowhere.json', 1).failures).toEqual(ended)
  expect(resultsOfPlaywright('nowhere.json', 1).failures).toEqual(['Playwright ended with code 1, and no failure in its report'])
  expect(resultsOfPlaywright('nowhere.json', 0)).toEqual(nothing)
})

test('journeys are counted by line, and named with the titles around them', () => {
  const spec = (line, title, ok, status) => ({ file: 'a.spec.ts', line, title, ok, tests: [{ status }] })
  const file = report({
    suites: [
      {
        title: 'a.spec.ts',
        specs: [
          spec(3, 'works', true, 'expected'),
          spec(9, 'of a trainer', true, 'expected'),
          spec(9, 'of a student', false, 'unexpected'),
        ],
        suites: [{ title: 'on a phone', specs: [spec(20, 'breaks', false, 'unexpected'), spec(30, 'not here', true, 'skipped')] }],
      },
    ],
    errors: [{ message: 'No server\n  at e2e' }],
  })
  expect(resultsOfPlaywright(file, 1)).toEqual({
    units: {
      'a.spec.ts:3': unit(1),
      'a.spec.ts:9': unit(1, 'a.spec.ts › of a student'),
      'a.spec.ts:20': unit(0, 'a.spec.ts › on a phone › breaks'),
      'a.spec.ts:30': { passed: 0, skipped: 1, failures: [] },
    },
    failures: ['No server'],
  })
})

test('only what failed runs once more, when all parts have run, and counts as it ends then', async () => {
  const calls = []
  const part =
    (name, ...tries) =>
    async (units) => {
      calls.push(units ? `${name}: ${units}` : name)
      return tries.shift()()
    }
  const results = await runTwice([
    [
      part(
        'files',
        () => ({ units: { a: unit(3), b: unit(1, 'b › late', 'b › later'), c: unit(0, 'c › broken') }, failures: [] }),
        () => ({ units: { b: unit(3), c: unit(0, 'c › broken in another way') }, failures: [] }),
      ),
      part('good', () => ({ units: { d: unit(1) }, failures: [] })),
    ],
    [
      // All of it once more: what failed is not known.
      part(
        'whole',
        () => {
          throw sentence('No browser.\nReally.')
        },
        () => ({ units: { e: unit(2) }, failures: [] }),
      ),
    ],
  ])

  expect(calls).toEqual(['files', 'good', 'whole', 'files: b,c', 'whole'])
  expect(summaryOf(results)).toBe('failed: c › broken in another way\nunsteady: b › late; b › later; No browser.\n9 passed, 1 failed')
  expect(isGood(results)).toBe(false)
})

test('what fails outside of the files, and fails again, has failed', async () => {
  const results = await runTwice([[async () => ({ units: { a: unit(1) }, failures: ['outside the tests: gone'] })]])
  expect(summaryOf(results)).toBe('failed: outside the tests: gone\n1 passed, 1 failed')
})

test('a test of vitest that fails the first time only is unsteady, and its file runs alone', async () => {
  const folder = newFolder()
  const vitest = `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from ${JSON.stringify(import.meta.resolve('vitest'))}\n`
  const once = `const ran = new URL('ran', import.meta.url)\nconst first = !existsSync(ran)\nwriteFileSync(ran, '')\n`
  writeFileSync(join(folder, 'late.test.mjs'), `${vitest}${once}test('is late', () => { if (first) throw Error('late') })`)
  writeFileSync(join(folder, 'good.test.mjs'), `${vitest}test('works', () => {})`)
  const ran = []
  const results = await runTwice([
    [
      async (units) => {
        const file = join(folder, 'results.json')
        const { code } = await runFolder(folder, file, units)
        ran.push(Object.keys(resultsOf('vitest', file, code).units).map((path) => basename(path)))
        return resultsOf('vitest', file, code)
      },
    ],
  ])
  expect(ran).toEqual([expect.arrayContaining(['good.test.mjs', 'late.test.mjs']), ['late.test.mjs']])
  expect(summaryOf(results)).toMatch(/^unsteady: \S+late\.test\.mjs › is late\n2 passed, 0 failed$/)
})

/** Vitest over a folder of its own, with the reporter of `npm test`. */
const runFolder = (folder, file, units = []) => {
  const reporter = inRoot('tools', 'up', 'vitest-results.mjs')
  return capture(process.execPath, [binOf('vitest'), 'run', '--root', folder, `--reporter=${reporter}`, ...units], {
    env: { LMS_TEST_RESULTS: file },
  })
}

test('failed tests, hooks and imports of vitest are named, and errors outside of tests', async () => {
  const folder = newFolder()
  const vitest = `import { afterAll, describe, test } from ${JSON.stringify(import.meta.resolve('vitest'))}\n`
  writeFileSync(join(folder, 'good.test.mjs'), `${vitest}test('works', () => {}); test.skip('not yet', () => {})`)
  writeFileSync(join(folder, 'bad.test.mjs'), `${vitest}describe('it', () => test('breaks', () => { throw Error('x') }))`)
  writeFileSync(join(folder, 'hook.test.mjs'), `${vitest}test('ends', () => {}); afterAll(() => { throw Error('hook\\nwhere') })`)
  writeFileSync(join(folder, 'import.test.mjs'), `throw Error('import')`)
  const late = `test('leaves', () => void Promise.reject(Error('late')))`
  writeFileSync(join(folder, 'late.test.mjs'), `${vitest}${late}`)

  const file = join(folder, 'results.json')
  const { code } = await runFolder(folder, file)

  const { units, failures } = resultsOf('vitest', file, code)
  const count = (key) => Object.values(units).reduce((sum, one) => sum + one[key], 0)
  expect({ code, passed: count('passed'), skipped: count('skipped'), failures }).toEqual({ code: 1, passed: 3, skipped: 1, failures: [] })
  expect(failuresOf({ units, failures }).toSorted((a, b) => a.localeCompare(b))).toEqual([
    expect.stringMatching(/bad\.test\.mjs › it > breaks$/),
    expect.stringMatching(/hook\.test\.mjs: hook$/),
    expect.stringMatching(/import\.test\.mjs: import$/),
    expect.stringMatching(/late\.test\.mjs: late$/),
  ])
})
