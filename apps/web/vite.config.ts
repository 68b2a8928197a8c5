/// <reference types="vitest/config" />
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderedLanding } from './prerender/landing-plugin.ts'

const server = process.env.SERVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Modules that both the dashboard and the landing page need; the landing page must not load the rest of the dashboard. */
const ofLandingToo =
  /src\/(ui\/messages\/(notify|error-messages|success-messages)|session\/auth-client|api\/use-mutation|ui\/format\/(days|numbers)|ui\/theme\/use-theme-toggle)\.tsx?$|\/(ActionIcon|IconCheck|noop|use-resize-observer)\.mjs$/
/** Parts of the shell and the dashboard; what they import comes with them, unless it is loaded later. Small files compress badly. */
const ofDashboard =
  /src\/(ui\/with-times|session\/sandbox-notice|accounts\/billing\/(pick-banner|to-billing)|app\/shell\/(?!shell\.|menu-drawer|storage-banner|delivery-badge)|planning\/dashboard\/(?!dashboard-screen|before-forecasts|first-day|ordering-lines|recent-alerts)).*\.tsx?$|\/(IconFlask|use-disclosure)\.mjs$/

/** Leaves out what describes calls for the document of the API. */
const withoutDescriptions = {
  name: 'without-descriptions',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: {
    filter: { id: /contract\/src\/endpoints\/[a-z-]+\.ts$/ },
    handler: (code: string) => code.replace(/^ {2}(summary|description):\s+'[^\n]*',$/gm, ''),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutDescriptions, react(), prerenderedLanding()],
  resolve: {
    // The contract's schemas need less than half of zod in the browser.
    alias: [{ find: /^zod$/, replacement: path.join(import.meta.dirname, 'src/api/schemas/small-zod.ts') }],
    // One copy each, whichever workspace asks.
    dedupe: ['react', 'react-dom', 'zod'],
  },
  server: { proxy: { '/api': server, '/functions': server, '/docs': server } },
  // The manifest says what each screen loads: the weight of the first load is checked with it.
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    manifest: true,
    // Few files and large ones: many small ones wait for each other on a slow line, and compress less.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: /(?<!index\.html|src.main\.tsx)$/ },
            { name: 'common', test: ofLandingToo },
            { name: 'dashboard', test: ofDashboard },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['{src,prerender}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    // Modules and the page are made once by a worker, not once by a file; each test cleans up after itself.
    isolate: false,
    // The first test of a file also waits for its screens to be compiled.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
