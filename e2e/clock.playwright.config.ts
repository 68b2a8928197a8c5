import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Journeys through months: one after the other, in a product whose clock they move. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: 'billing.spec.ts',
  outputDir: '../test-results/e2e-clock',
  workers: 1,
  fullyParallel: false,
})
