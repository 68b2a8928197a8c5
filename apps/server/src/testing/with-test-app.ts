import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTestKernel, type TestKernel, type TestKernelOptions } from './test-kernel.ts'

interface TestSetup {
  database: TestDatabase
  /** Calls `close` after the tests of the file; what was started last is closed first. */
  closeLater(close: () => unknown): void
}

/** A function starts what the app talks to, such as a fake store, before the app itself. */
export type TestOptions =
  | Partial<TestKernelOptions>
  | ((setup: TestSetup) => Partial<TestKernelOptions> | Promise<Partial<TestKernelOptions>>)

/** Opens the app on a database of its own before the tests of a file, and closes both after them. Until then, what it returns is empty. */
export function withTestApp(options: TestOptions = {}): TestApp & TestSetup {
  return openBefore(createTestApp, options)
}

/** Does the same with a kernel alone, for tests of a module that need neither routes nor other modules. */
export function withTestKernel(options: TestOptions = {}): TestKernel & TestSetup {
  return openBefore(createTestKernel, options)
}

function openBefore<Subject extends { close(): Promise<void> }>(
  create: (options: TestKernelOptions) => Promise<Subject>,
  options: TestOptions,
): Subject & TestSetup {
  const closers: (() => unknown)[] = []
  const opened = {} as Subject & TestSetup
  const closeLater = (close: () => unknown) => closers.unshift(close)
  beforeAll(async () => {
    const database = await createTestDatabase()
    closeLater(() => database.drop())
    const asked = typeof options === 'function' ? await options({ database, closeLater }) : options
    const subject = await create({ database, ...asked })
    closeLater(() => subject.close())
    Object.assign(opened, subject, { database, closeLater })
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return opened
}
