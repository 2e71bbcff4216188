/** Tests of the web app run in jsdom; journeys in a real browser live in e2e/. */

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { icons } from './build/icons.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), icons()],
  test: {
    name: 'web',
    environment: 'jsdom',
    // No test may rest on the zone of its machine: this one is never UTC, is another day for half of it, and has half an hour and summer time.
    env: { TZ: 'Australia/Adelaide' },
    // Nor on the date: it is always the same one.
    execArgv: ['--import', new URL('test/current-date.ts', import.meta.url).href],
    pool: 'forks',
    maxWorkers: 2,
    // What a file imports is there for the next one of its worker; `setup.ts` puts back what a test changes.
    isolate: false,
    // What has not changed is not translated from TypeScript again by the next run.
    fsModuleCache: true,
    restoreMocks: true,
    unstubGlobals: true,
    // A state is waited for, however busy the machine is: only what never comes takes so long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    setupFiles: ['./test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
