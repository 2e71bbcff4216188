// All tests in one run: the contract's, the server's, the web app's and those of the tools.

import { defineConfig } from 'vitest/config'
import { NearestFirst } from './tools/up/nearest-first.mjs'

/** The same in each project, as those of the server and the web app say for themselves: else they run one after the other. */
const ofAll = { pool: 'forks', maxWorkers: 2, isolate: false, fsModuleCache: true, testTimeout: 300_000 } as const

export default defineConfig({
  test: {
    sequence: { sequencer: NearestFirst },
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], ...ofAll } },
      'apps/server',
      'apps/web',
      { test: { name: 'tools', include: ['tools/**/*.test.mjs', 'bench/**/*.test.ts'], ...ofAll } },
    ],
  },
})
