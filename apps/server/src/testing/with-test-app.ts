import { createTestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestKernelOptions } from './test-kernel.ts'

/** Opens the app on a database of its own before the tests of a file, and closes both after them. */
export function withTestApp(
  opened: (app: TestApp) => void | Promise<void>,
  options: Omit<TestKernelOptions, 'database'> = {},
): void {
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const database = await createTestDatabase()
    closers.unshift(() => database.drop())
    const app = await createTestApp({ database, ...options })
    closers.unshift(() => app.close())
    await opened(app)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
}
