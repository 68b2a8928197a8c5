import path from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

const minute = 60_000

/** Not tests: they draw every screen in its states into `screenshots/`, which is then looked through. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  timeout: 20 * minute,
  // A trace photographs every step again.
  use: { ...base.use, trace: 'off' },
  reporter: [['line']],
  globalTeardown: './write-index.ts',
  webServer: { ...[base.webServer].flat()[0]!, cwd: path.resolve(import.meta.dirname, '../..') },
  projects: [
    { name: 'merchants', testMatch: 'merchants.shots.ts' },
    { name: 'screens', testMatch: 'screens.shots.ts', dependencies: ['merchants'] },
  ],
})
