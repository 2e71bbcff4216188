// Reads the reports of vitest, the faults and Playwright, compares two tries, and sums them up with the failures, which have scrolled away by then.

import { readFileSync } from 'node:fs'

/**
 * Results: `units`, what can be run once more (test files of vitest, scenarios of the faults, journeys of Playwright), by the argument that
 * selects it, each with `passed`, `skipped` and the names of its `failures`; and `failures` outside of any unit.
 */
export const nothing = { units: {}, failures: [] }

const unitsOf = ({ units }) => Object.values(units)

/** The names of all failures. */
export const failuresOf = (results) => [...unitsOf(results).flatMap(({ failures }) => failures), ...results.failures]

/** The units to run once more; undefined for all, if something failed outside of them. */
export function failedUnits({ units, failures }) {
  if (failures.length > 0) return undefined
  return Object.keys(units).filter((unit) => units[unit].failures.length > 0)
}

/** What the second try ran replaces the results of the first. What failed the first time only is `unsteady`. */
export function afterSecondTry(first, second) {
  const results = { units: { ...first.units, ...second.units }, failures: second.failures }
  const nowGood = Object.keys(first.units).filter((unit) => results.units[unit].failures.length === 0)
  const unsteady = nowGood.flatMap((unit) => first.units[unit].failures)
  return { ...results, unsteady: second.failures.length === 0 ? [...unsteady, ...first.failures] : unsteady }
}

/** The end of `npm test`: every failure by name, what failed once only, then one line of numbers. */
export function summaryOf(parts) {
  const failures = parts.flatMap(failuresOf)
  const unsteady = parts.flatMap((part) => part.unsteady ?? [])
  const count = (key) => parts.flatMap(unitsOf).reduce((sum, unit) => sum + unit[key], 0)
  const skipped = count('skipped')
  return [
    ...failures.map((failure) => `failed: ${failure}`),
    ...(unsteady.length > 0 ? [`unsteady: ${unsteady.join('; ')}`] : []),
    `${count('passed')} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ].join('\n')
}

/** Whether the run is good: something ran, and nothing failed. */
export const isGood = (parts) => parts.flatMap(failuresOf).length === 0 && parts.flatMap(unitsOf).some(({ passed }) => passed > 0)

/** The report of `vitest-results.mjs` or the faults; `code` is their exit code. */
export const resultsOf = (runner, file, code) => atLeastOneFailure(runner, code, read(file) ?? nothing)

/** The report of Playwright. */
export function resultsOfPlaywright(file, code) {
  const { errors = [], suites = [] } = read(file) ?? {}
  const units = {}
  for (const { spec, titles } of suites.flatMap((suite) => specsOf(suite, []))) {
    // Journeys made in a loop share a line, so they are run once more together.
    const unit = (units[`${spec.file}:${spec.line}`] ??= { passed: 0, skipped: 0, failures: [] })
    const isSkipped = spec.tests.every(({ status }) => status === 'skipped')
    if (!spec.ok) unit.failures.push(`${spec.file} › ${titles.join(' › ')}`)
    else if (isSkipped) unit.skipped++
    else unit.passed++
  }
  return atLeastOneFailure('Playwright', code, { units, failures: errors.map(({ message }) => firstLineOf(message)) })
}

export const firstLineOf = (text) => String(text).split('\n')[0]

/** The journeys of a suite, with the titles around them; the outermost suite is the file. */
function specsOf({ specs = [], suites = [] }, above) {
  return [
    ...specs.map((spec) => ({ spec, titles: [...above, spec.title] })),
    ...suites.flatMap((suite) => specsOf(suite, [...above, suite.title])),
  ]
}

// A runner may fail for a reason that is not in its report, or without a report.
function atLeastOneFailure(runner, code, results) {
  if (code === 0 || failuresOf(results).length > 0) return results
  return { ...results, failures: [`${runner} ended with code ${code}, and no failure in its report`] }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
