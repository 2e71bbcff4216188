// How `npm test` sums up its parts and lists failures.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { binOf, inRoot } from './places.mjs'
import { capture } from './processes.mjs'
import { add, nothing, resultsOf, resultsOfPlaywright, summaryOf } from './results.mjs'

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

test('names what failed before the numbers, and skipped tests only when there are some', () => {
  expect(summaryOf({ passed: 3, skipped: 0, failures: [] })).toBe('3 passed, 0 failed')
  const both = add({ passed: 3, skipped: 1, failures: ['a › b'] }, { passed: 2, skipped: 1, failures: ['c › d'] })
  expect(summaryOf(both)).toBe('failed: a › b\nfailed: c › d\n5 passed, 2 failed, 2 skipped')
})

test('a runner that fails without a failure in its report, or without a report, has failed', () => {
  const good = { passed: 4, skipped: 1, failures: [] }
  expect(resultsOf('vitest', report(good), 0)).toEqual(good)
  expect(resultsOf('vitest', report(good), 1)).toEqual({
    ...good,
    failures: ['vitest ended with code 1, and no failure in its report'],
  })
  expect(resultsOf('vitest', report({ ...good, failures: ['a › b'] }), 1).failures).toEqual(['a › b'])
  expect(resultsOf('vitest', 'nowhere.json', 1).failures).toHaveLength(1)
  expect(resultsOfPlaywright('nowhere.json', 1).failures).toEqual(['Playwright ended with code 1, and no failure in its report'])
  expect(resultsOfPlaywright('nowhere.json', 0)).toEqual(nothing)
})

test('a journey that passed on retry has passed', () => {
  const specs = [
    { file: 'a.spec.ts', title: 'works', ok: true },
    { file: 'a.spec.ts', title: 'breaks', ok: false },
  ]
  const file = report({
    stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 3 },
    suites: [{ specs: [], suites: [{ specs }] }],
    errors: [{ message: 'No server\n  at e2e' }],
  })
  expect(resultsOfPlaywright(file, 1)).toEqual({ passed: 6, skipped: 3, failures: ['a.spec.ts › breaks', 'No server'] })
})

test('failed tests, hooks and imports of vitest are named, and errors outside of tests', { timeout: 60_000 }, async () => {
  const folder = newFolder()
  const vitest = `import { afterAll, describe, test } from ${JSON.stringify(import.meta.resolve('vitest'))}\n`
  writeFileSync(join(folder, 'good.test.mjs'), `${vitest}test('works', () => {}); test.skip('not yet', () => {})`)
  writeFileSync(join(folder, 'bad.test.mjs'), `${vitest}describe('it', () => test('breaks', () => { throw Error('x') }))`)
  writeFileSync(join(folder, 'hook.test.mjs'), `${vitest}test('ends', () => {}); afterAll(() => { throw Error('hook\\nwhere') })`)
  writeFileSync(join(folder, 'import.test.mjs'), `throw Error('import')`)
  const late = `test('leaves', () => void Promise.reject(Error('late')))`
  writeFileSync(join(folder, 'late.test.mjs'), `${vitest}${late}`)

  const file = join(folder, 'results.json')
  const reporter = inRoot('tools', 'up', 'vitest-results.mjs')
  const { code } = await capture(process.execPath, [binOf('vitest'), 'run', '--root', folder, `--reporter=${reporter}`], {
    env: { LMS_TEST_RESULTS: file },
  })

  const { passed, skipped, failures } = resultsOf('vitest', file, code)
  expect({ code, passed, skipped }).toEqual({ code: 1, passed: 3, skipped: 1 })
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/late\.test\.mjs: late$/),
    'bad.test.mjs › it > breaks',
    'hook.test.mjs: hook',
    'import.test.mjs: import',
  ])
})
