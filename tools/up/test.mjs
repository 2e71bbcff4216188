// `npm test`: vitest, the short faults and the journeys in a browser, what failed once more, then failures by name and one summary line.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../browser.mjs'
import { ensureServerBuilt, ensureWebBuilt } from './builds.mjs'
import { binOf, inRoot } from './places.mjs'
import { capture, run } from './processes.mjs'
import {
  afterSecondTry,
  failedUnits,
  failuresOf,
  firstLineOf,
  isGood,
  nothing,
  resultsOf,
  resultsOfPlaywright,
  summaryOf,
} from './results.mjs'

export async function command(node, filters) {
  // Here, so that tests that run at the same time do not all build it.
  await ensureServerBuilt(node)
  const reports = mkdtempSync(join(tmpdir(), 'lms-reports-'))
  const report = (name) => join(reports, `${name}.json`)
  const vitest = (units) => runVitest(node, report('vitest'), filters, units)
  const faults = (units) => runFaults(node, report('faults'), units)
  const journeys = (units) => runJourneys(node, report('playwright'), units)
  // The faults wait most of the time. Two cores are too few for browsers next to other tests.
  const parts = filters.length === 0 ? [[vitest, faults], [journeys]] : [[vitest]]
  try {
    const results = await runTwice(parts)
    console.log(`\n${summaryOf(results)}`)
    return isGood(results) ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** `npm run test:watch`: the tests affected by uncommitted changes, and by each further one. What fails is shown soon: nothing else runs. */
export function watch(node, filters) {
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools', 'up', 'newest-change.mjs')}`]
  const env = { LMS_TEST_WAIT: process.env.LMS_TEST_WAIT ?? '5000' }
  return run(node, [binOf('vitest'), 'watch', '--changed', ...reporters, ...filters], { env })
}

/**
 * The results of all parts, those of one list at the same time. What failed runs once more at the end, when nothing else does: a test that
 * fails on a busy machine only is a fault to mend, but not of the change that is tested. A part is called without units for all it has.
 */
export async function runTwice(parts) {
  const results = []
  for (const together of parts) results.push(...(await Promise.all(together.map((part) => attempt(part)))))
  for (const [index, part] of parts.flat().entries()) {
    const failures = failuresOf(results[index])
    if (failures.length === 0) continue
    console.log(`\nOnce more, because it failed:\n${failures.map((name) => `  ${name}`).join('\n')}\n`)
    results[index] = afterSecondTry(results[index], await attempt(part, failedUnits(results[index])))
  }
  return results
}

// If a part cannot run at all, that is reported and counted, and the other parts still run.
async function attempt(part, units) {
  try {
    return await part(units)
  } catch (error) {
    if (error.endedBy) throw error
    console.error(error.isSentence ? error.message : error)
    return { ...nothing, failures: [firstLineOf(error.message)] }
  }
}

async function runVitest(node, report, filters, units) {
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools', 'up', 'vitest-results.mjs')}`]
  const selection = units ? [...units, '--isolate', '--no-file-parallelism'] : filters
  const env = { LMS_TEST_RESULTS: report }
  rmSync(report, { force: true })
  const code = await run(node, [binOf('vitest'), 'run', ...reporters, ...selection], { env })
  return resultsOf('vitest', report, code)
}

async function runFaults(node, report, units = []) {
  rmSync(report, { force: true })
  // Shown as a whole, not between the lines of vitest.
  const { code, output } = await capture(node, [inRoot('faults', 'run.ts'), '--short', `--report=${report}`, ...units])
  console.log(`\n${output}`)
  return resultsOf('The faults', report, code)
}

async function runJourneys(node, report, units) {
  await ensureWebBuilt(node)
  const browser = await findBrowser(node)
  const env = {
    CHROMIUM_PATH: browser.path,
    CHROMIUM_ARGS: JSON.stringify(browser.args),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(browser.fullPath && { FULL_CHROMIUM_PATH: browser.fullPath }),
  }
  const selection = units ? [...units, '--workers=1'] : []
  rmSync(report, { force: true })
  const parameters = ['test', '--config', inRoot('e2e', 'playwright.config.ts'), '--reporter=list,json', ...selection]
  const code = await run(node, [binOf('@playwright/test', 'playwright'), ...parameters], { env })
  return resultsOfPlaywright(report, code)
}
