/** The journeys: a real browser against what `npm start` runs, on a free port and in a folder of its own. */
import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './product.ts',
  // One product for all journeys; each makes its own people and courses, so they run side by side.
  fullyParallel: true,
  // More than the cores that there are: they wait for videos that play and lines that are slow.
  workers: 3,
  timeout: 120_000,
  // A state is waited for, however busy the machine is: only what never comes takes so long.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What failed leaves a picture and the outline of its page. A trace is recorded all along, which costs half as much as the journeys: `--trace on`.
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: (JSON.parse(process.env.CHROMIUM_ARGS ?? '[]') as string[]).concat('--autoplay-policy=no-user-gesture-required'),
    },
  },
})
