// `npm test`: vitest, the short faults, the journeys in a browser, then failures by name and one summary line.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../browser.mjs'
import { ensureServerBuilt, ensureWebBuilt } from './builds.mjs'
import { binOf, inRoot } from './places.mjs'
import { run } from './processes.mjs'
import { add, firstLineOf, nothing, resultsOf, resultsOfPlaywright, summaryOf } from './results.mjs'

export async function command(node, filters) {
  const reports = mkdtempSync(join(tmpdir(), 'lms-reports-'))
  try {
    const parts = [await attempt(() => runVitest(node, join(reports, 'vitest.json'), filters))]
    // One after the other: the faults measure memory and time, and two cores are too few for browsers next to other tests.
    if (filters.length === 0) {
      parts.push(await attempt(() => runFaults(node, join(reports, 'faults.json'))))
      parts.push(await attempt(() => runJourneys(node, join(reports, 'playwright.json'))))
    }
    const sum = parts.reduce(add)
    console.log(`\n${summaryOf(sum)}`)
    return sum.failures.length === 0 && sum.passed > 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** `npm run test:watch`: the tests affected by changes. */
export const watch = (node, filters) => run(node, [binOf('vitest'), 'watch', ...filters], { env: waitOf(filters) })

/** Milliseconds that a test waits for an expected state: during a whole run the machine is busy. */
const waitOf = (filters) => ({ LMS_TEST_WAIT: process.env.LMS_TEST_WAIT ?? (filters.length > 0 && !process.env.CI ? '5000' : '40000') })

// If a part cannot run at all, that is reported and counted, and the other parts still run.
async function attempt(part) {
  try {
    return await part()
  } catch (error) {
    console.error(error.isSentence ? error.message : error)
    return { ...nothing, failures: [firstLineOf(error.message)] }
  }
}

async function runVitest(node, report, filters) {
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools', 'up', 'vitest-results.mjs')}`]
  const env = { ...waitOf(filters), LMS_TEST_RESULTS: report }
  const code = await run(node, [binOf('vitest'), 'run', ...reporters, ...filters], { env })
  return resultsOf('vitest', report, code)
}

async function runFaults(node, report) {
  await ensureServerBuilt(node)
  const code = await run(node, [inRoot('faults', 'run.ts'), '--short', `--report=${report}`])
  return resultsOf('The faults', report, code)
}

async function runJourneys(node, report) {
  const config = inRoot('e2e', 'playwright.config.ts')
  if (!existsSync(config)) {
    console.log('No journeys in a browser: e2e/playwright.config.ts does not exist.')
    return nothing
  }
  await ensureWebBuilt(node)
  const browser = await findBrowser(node)
  const env = {
    CHROMIUM_PATH: browser.path,
    CHROMIUM_ARGS: JSON.stringify(browser.args),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...(browser.fullPath && { FULL_CHROMIUM_PATH: browser.fullPath }),
  }
  const code = await run(node, [binOf('@playwright/test', 'playwright'), 'test', '--config', config, '--reporter=list,json'], { env })
  return resultsOfPlaywright(report, code)
}
