// All tests in one run: the contract's, the server's, the web app's and those of the tools.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A test database is dropped with force when its file is done: a connection that was just ending hears of it (57P01,
    // admin_shutdown), and nobody is left whom it could tell.
    onUnhandledError: (error) => !('code' in error && error.code === '57P01'),
    projects: [
      { test: { name: 'contract', root: 'packages/contract', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] } },
      'apps/server',
      'apps/web',
      { test: { name: 'tools', include: ['tools/**/*.test.mjs'] } },
    ],
  },
})
