// A vitest reporter: writes the results of each test file, and errors outside of tests, to the file LMS_TEST_RESULTS.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './places.mjs'
import { firstLineOf } from './results.mjs'

export default class Results {
  onTestRunEnd(modules, unhandledErrors) {
    const units = Object.fromEntries(modules.map((module) => [module.moduleId, resultsOfModule(module)]))
    const failures = []
    for (const error of unhandledErrors) {
      const unit = units[error.VITEST_TEST_PATH]
      const name = `${unit ? nameOf(error.VITEST_TEST_PATH) : 'outside the tests'}: ${firstLineOf(error.message)}`
      if (unit) unit.failures.push(name)
      else failures.push(name)
    }
    writeFileSync(process.env.LMS_TEST_RESULTS, JSON.stringify({ units, failures }))
  }
}

const nameOf = (file) => relative(root, file)

function resultsOfModule(module) {
  const tests = [...module.children.allTests()]
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const failed = inState('failed').map((test) => `${nameOf(module.moduleId)} › ${test.fullName}`)
  return { passed: inState('passed').length, skipped: inState('skipped').length, failures: [...failed, ...errorsOutsideTests(module)] }
}

// From a failed import, or a hook.
function errorsOutsideTests(module) {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  return errors.map(({ message }) => `${nameOf(module.moduleId)}: ${firstLineOf(message)}`)
}
