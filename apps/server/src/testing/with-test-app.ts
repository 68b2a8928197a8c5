import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTestKernel, type TestKernel, type TestKernelOptions } from './test-kernel.ts'

export interface TestSetup {
  database: TestDatabase
  /** Calls `close` after the tests of the file; what was started last is closed first. */
  closeLater(close: () => unknown): void
}

/** A function starts what the app talks to, such as a fake store, before the app itself. */
type Options =
  | Partial<TestKernelOptions>
  | ((setup: TestSetup) => Partial<TestKernelOptions> | Promise<Partial<TestKernelOptions>>)
type Opened<Subject> = (subject: Subject, setup: TestSetup) => void | Promise<void>

/** Opens the app on a database of its own before the tests of a file, and closes both after them. */
export function withTestApp(opened: Opened<TestApp>, options: Options = {}): void {
  openBefore(createTestApp, opened, options)
}

/** Does the same with a kernel alone, for tests of a module that need neither routes nor other modules. */
export function withTestKernel(opened: Opened<TestKernel>, options: Options = {}): void {
  openBefore(createTestKernel, opened, options)
}

function openBefore<Subject extends { close(): Promise<void> }>(
  create: (options: TestKernelOptions) => Promise<Subject>,
  opened: Opened<Subject>,
  options: Options,
): void {
  const closers: (() => unknown)[] = []
  const closeLater = (close: () => unknown) => closers.unshift(close)
  beforeAll(async () => {
    const database = await createTestDatabase()
    closeLater(() => database.drop())
    const setup = { database, closeLater }
    const asked = typeof options === 'function' ? await options(setup) : options
    const subject = await create({ database, ...asked })
    closeLater(() => subject.close())
    await opened(subject, setup)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
}
