// What `npm run test:mutation` mutates and how: StrykerJS changes one piece of a rule at a time and looks whether a test fails.
// Paths are those of the repository, where it is started (tools/up/mutation.mjs).

/** Ignored by git and by the checks. */
const workFolder = 'tools/mutation/.work'

export default {
  mutate: ['packages/contract/src/rules/**/*.ts', 'apps/server/src/modules/**/rules.ts', '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts', pool: 'threads', related: true },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A test that takes too long counts as caught. The machine may be busy, so only an endless loop may take this long.
  timeoutMS: 60_000,
  timeoutFactor: 10,
  dryRunTimeoutMinutes: 10,
  // Copied are only the two packages, without the web app, and the tests' configuration.
  ignorePatterns: ['/*', '!/packages', '!/apps', '/apps/web', '!/tools', '/tools/*', '!/tools/mutation', workFolder],
  tempDirName: `${workFolder}/copy`,
  disableTypeChecks: false,
  checkers: [],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `${workFolder}/report.json` },
}
