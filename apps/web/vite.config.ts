import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { prerenderedLanding } from './prerender/landing-plugin.ts'

const server = process.env.SERVER_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), prerenderedLanding()],
  // One copy each, whichever workspace asks.
  resolve: { dedupe: ['react', 'react-dom', 'zod'] },
  server: { proxy: { '/api': server, '/functions': server, '/docs': server } },
  // The manifest says what each screen loads: the weight of the first load is checked with it.
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    manifest: true,
    // What every page starts with is one file: many small ones would wait for each other on a slow line.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'start', tags: ['$initial'], test: /(?<!index\.html|src.main\.tsx)$/ }],
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
    // The first test of a file also waits for its screens to be compiled.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})
