import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Configures the tests that move the product's clock through months; they run one after the other. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: 'billing.spec.ts',
  outputDir: '../test-results/e2e-clock',
  workers: 1,
  fullyParallel: false,
})
