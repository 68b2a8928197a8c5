import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Vitest leaves a core free, which on two cores is half of them. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**', 'apps/web/**'],
          // Modules are loaded once by a worker, not once by a file: no test changes what they hold.
          isolate: false,
          // A busy machine makes no test fail.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: ['{apps,packages,tools}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/vitest-database.ts'],
          setupFiles: [
            'packages/testkit/src/vitest-quick-scrypt.ts',
            'packages/testkit/src/vitest-many-shards.ts',
          ],
          // As above; a file's data are its own, in a database of its own.
          isolate: false,
          // They wait for the database more than half of the time.
          maxWorkers: maxWorkers + 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: 'apps/web',
        // A file of its own does not inherit the number, and on two cores Vitest's own is one.
        test: { name: 'web', maxWorkers },
      },
    ],
  },
})
