import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../tools/checks/chromium.ts'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  // It moves the clock of the whole product, so it has a product of its own: clock.playwright.config.ts.
  testIgnore: 'billing.spec.ts',
  outputDir: '../test-results/e2e',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Known once the product below serves; the workers that run the tests read this file again after that.
    baseURL: process.env.STOCKCAST_URL ?? '',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    // A trace of every step makes all of them dear; `--trace on` asks for one.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
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
