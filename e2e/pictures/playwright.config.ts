import path from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'
import { pictures } from './places.ts'

const views = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
const schemes = ['light', 'dark'] as const

/** Not tests: they draw every screen in its states into `screenshots/`, which is then looked through. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  fullyParallel: false,
  reporter: [['line']],
  globalTeardown: './write-index.ts',
  webServer: { ...[base.webServer].flat()[0]!, cwd: path.resolve(import.meta.dirname, '../..') },
  projects: [
    { name: 'merchants', testMatch: 'merchants.shots.ts', use: { viewport: views[0].viewport } },
    ...views.flatMap(({ name, viewport }) =>
      schemes.map((colorScheme) => ({
        name: `${name}-${colorScheme}`,
        testMatch: 'screens.shots.ts',
        dependencies: ['merchants'],
        metadata: { folder: path.join(pictures, `${name}-${colorScheme}`) },
        use: { viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' as const } },
      })),
    ),
  ],
})
