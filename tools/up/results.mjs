// Sums up the results of vitest, the faults and Playwright, and lists the failures, which have scrolled away by then.
import { readFileSync } from 'node:fs'

export const nothing = { passed: 0, skipped: 0, failures: [] }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
})

/** The end of `npm test`: every failure by name, then one line of numbers. */
export function summaryOf({ passed, skipped, failures }) {
  const line = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return [...failures.map((failure) => `failed: ${failure}`), line].join('\n')
}

/** The report of `vitest-results.mjs` or the faults; `code` is their exit code. */
export const resultsOf = (runner, file, code) => atLeastOneFailure(runner, code, read(file) ?? nothing)

/** A journey that only passed on retry counts as passed. */
export function resultsOfPlaywright(file, code) {
  const { stats, errors = [], suites = [] } = read(file) ?? {}
  const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  return atLeastOneFailure('Playwright', code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    failures: [...failed.map((spec) => `${spec.file} › ${spec.title}`), ...errors.map(({ message }) => firstLineOf(message))],
  })
}

export const firstLineOf = (text) => String(text).split('\n')[0]

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

// A runner may fail for a reason that is not in its report, or without a report.
function atLeastOneFailure(runner, code, results) {
  if (code === 0 || results.failures.length > 0) return results
  return { ...results, failures: [`${runner} ended with code ${code}, and no failure in its report`] }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
