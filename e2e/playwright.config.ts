/** The journeys: a real browser against what `npm start` runs, on a free port and in its own folder. */

import { defineConfig, devices } from '@playwright/test'

/** A name of this computer in the browser: under it pages are not in a secure context. */
export const schoolHost = 'lms.school.example'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './product.ts',
  // One product for all journeys; each creates its own users and courses, so they run in parallel.
  fullyParallel: true,
  // More than the number of cores: they wait for video playback and slow connections.
  workers: 3,
  timeout: 300_000,
  // Journeys wait for a state, however busy the machine is: only a state that never occurs takes this long.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Pages settle at once, and nothing is painted for motion alone.
    contextOptions: { reducedMotion: 'reduce' },
    // Failures leave a screenshot and the page's outline. Traces cost half as much as the journeys, so they are optional: `--trace on`.
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: (JSON.parse(process.env.CHROMIUM_ARGS ?? '[]') as string[]).concat(
        '--autoplay-policy=no-user-gesture-required',
        // Pages live for seconds: too short to optimize their code, or to collect their garbage often (in MiB).
        '--js-flags=--no-opt --min-semi-space-size=32',
        `--host-resolver-rules=MAP ${schoolHost} 127.0.0.1`,
      ),
    },
  },
})
