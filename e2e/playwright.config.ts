import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tools/checks/chromium.ts'
import { CHROMIUM_ARGUMENTS } from '../tools/checks/chromium-arguments.ts'

const isRoot = process.getuid?.() === 0

/** Move the clock of the whole product, and so have their own product: clock.playwright.config.ts. */
export const movesClock = [
  'billing.spec.ts',
  'forecast-changes.spec.ts',
  'new-merchant.spec.ts',
  'reports.spec.ts',
]

export default defineConfig({
  testDir: '.',
  testIgnore: movesClock,
  outputDir: '../test-results/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set once the product below runs; the workers read this file again after that.
    baseURL: process.env.STOCKCAST_URL ?? '',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    // Traces slow down every step; `--trace on` enables them.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [...(isRoot ? ['--no-sandbox'] : []), ...CHROMIUM_ARGUMENTS],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" tools/launch/for-tests.ts`,
    cwd: path.resolve(import.meta.dirname, '..'),
    // Named groups become environment variables of the tests: STOCKCAST_URL and SANDBOX_URL.
    wait: { stdout: /running at (?<stockcast_url>\S+) with its sandbox at (?<sandbox_url>\S+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    timeout: 120_000,
  },
})
