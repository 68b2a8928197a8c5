import path from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const minute = 60_000

/** Configures the scripts that take pictures of every screen in its states, in `screenshots/`, for review. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  timeout: 20 * minute,
  // A trace would take further screenshots of every step.
  use: { ...base.use, trace: 'off' },
  reporter: [['line']],
  globalTeardown: './write-index.ts',
  webServer: { ...[base.webServer].flat()[0]!, cwd: path.resolve(import.meta.dirname, '../..') },
  projects: [
    { name: 'merchants', testMatch: 'merchants.shots.ts' },
    { name: 'screens', testMatch: 'screens.shots.ts', dependencies: ['merchants'] },
  ],
})
