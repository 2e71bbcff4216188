// How the server's tests run: on one embedded PostgreSQL for the whole run.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // As for the product, with its cache of compiled code: each import of users loads the file parser from source, which takes 0.4 s of CPU time without it.
    execArgv: ['--import', new URL('../../tools/up/module-loading.mjs', import.meta.url).href],
    maxWorkers: 2,
    // What a file imports is there for the next one of its worker: each has a database of its own, and nothing else is kept.
    isolate: false,
    // Nor is it translated from TypeScript again by the next run.
    fsModuleCache: true,
    // A state is waited for, however busy the machine is: only a state that never occurs takes this long.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
})
