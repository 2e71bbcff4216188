// The tests that mutants of rules must fail: those that need no database, which run in milliseconds.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/contract/src/rules/**/*.test.ts', 'apps/server/src/modules/**/rules.test.ts'],
    testTimeout: 60_000,
  },
})
