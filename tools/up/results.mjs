// Counts tests from the reports of vitest, the faults and Playwright.
import { readFileSync } from 'node:fs'

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped })

export function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A file that failed before its tests ran counts as one failure. */
export function countVitest(file, code) {
  const report = read(file)
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const brokenFiles = (report?.testResults ?? []).filter(
    (result) => result.status === 'failed' && !result.assertionResults.some(isFailed),
  ).length
  return atLeastOneFailure(code, { passed: report?.numPassedTests ?? 0, failed: (report?.numFailedTests ?? 0) + brokenFiles, skipped })
}

/** A journey that passed only when tried again counts as passed. */
export function countPlaywright(file, code) {
  const { stats, errors = [] } = read(file) ?? {}
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  return atLeastOneFailure(code, { passed, failed: (stats?.unexpected ?? 0) + errors.length, skipped: stats?.skipped ?? 0 })
}

export const countFaults = (file, code) => atLeastOneFailure(code, read(file) ?? { passed: 0, failed: 0, skipped: 0 })

const isFailed = (assertion) => assertion.status === 'failed'

// A runner may fail for what its report does not count: an error outside any test, or no report at all.
function atLeastOneFailure(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
