// All tests in one run: the contract's, the server's, the web app's and those of the tools.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', isolate: false, root: 'packages/contract', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] } },
      'apps/server',
      'apps/web',
      { test: { name: 'tools', include: ['tools/**/*.test.mjs'] } },
    ],
  },
})
