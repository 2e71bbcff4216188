// A vitest reporter: writes the number of passed tests, and all failures including errors outside of tests, to the file LMS_TEST_RESULTS.
import { writeFileSync } from 'node:fs'
import { firstLineOf } from './results.mjs'

export default class Results {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state) => tests.filter((test) => test.result().state === state)
    const failures = [
      ...inState('failed').map((test) => `${test.module.relativeModuleId} › ${test.fullName}`),
      ...modules.flatMap(errorsOutsideTests),
      ...unhandledErrors.map((error) => `${error.VITEST_TEST_PATH ?? 'outside the tests'}: ${firstLineOf(error.message)}`),
    ]
    const results = { passed: inState('passed').length, skipped: inState('skipped').length, failures }
    writeFileSync(process.env.LMS_TEST_RESULTS, JSON.stringify(results))
  }
}

// From a failed import, or a hook.
function errorsOutsideTests(module) {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  return errors.map(({ message }) => `${module.relativeModuleId}: ${firstLineOf(message)}`)
}
