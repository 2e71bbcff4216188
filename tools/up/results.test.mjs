// How the last line of `npm test` is added up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { add, countFaults, countPlaywright, countVitest, lineOf } from './results.mjs'

function report(content) {
  const folder = mkdtempSync(join(tmpdir(), 'lms-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('names skipped tests only when there are some', () => {
  expect(lineOf({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  expect(lineOf(add({ passed: 3, failed: 0, skipped: 1 }, { passed: 2, failed: 1, skipped: 1 }))).toBe('5 passed, 1 failed, 2 skipped')
})

test('a file that broke before its tests is a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ]
  const file = report({ numPassedTests: 4, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1, testResults })
  expect(countVitest(file, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test('an error outside the tests, or no report at all, is a failure', () => {
  expect(countVitest(report({ numPassedTests: 4, numFailedTests: 0, testResults: [] }), 1)).toEqual({ passed: 4, failed: 1, skipped: 0 })
  expect(countVitest('nowhere.json', 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countPlaywright('nowhere.json', 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('of the faults, a run that broke before its report is a failure', () => {
  expect(countFaults(report({ passed: 8, failed: 0, skipped: 1 }), 0)).toEqual({ passed: 8, failed: 0, skipped: 1 })
  expect(countFaults(report({ passed: 8, failed: 1, skipped: 0 }), 1)).toEqual({ passed: 8, failed: 1, skipped: 0 })
  expect(countFaults('nowhere.json', 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a journey that passed when tried again passed', () => {
  const file = report({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }, errors: [] })
  expect(countPlaywright(file, 1)).toEqual({ passed: 6, failed: 2, skipped: 3 })
})
