import { defineConfig } from '@playwright/test'
import base, { movesClock } from './playwright.config.ts'

/** Configures the tests that move the product's clock through days and months; they run one after the other. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: movesClock,
  outputDir: '../test-results/e2e-clock',
  workers: 1,
  fullyParallel: false,
})
