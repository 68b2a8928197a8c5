import { randomUUID } from 'node:crypto'
import type { Role } from '@stockcast/contract'
import { type TestDatabase, withTestDatabase } from '@stockcast/testkit'
import type { Hono } from 'hono'
import type { RawBuilder } from 'kysely'
import { beforeAll } from 'vitest'
import { ensureMerchant } from '../accounts/merchants/ensure-merchant.ts'
import { createDomains, type Domains } from '../domains.ts'
import { createApp } from '../kernel/http/app.ts'
import type { AppEnv, SignedIn } from '../kernel/http/context.ts'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { DOCUMENT_PATH } from '../kernel/http/reference/routes.ts'
import { wireProjection } from '../wire-projection.ts'
import { describedAnswers } from './described-answers.ts'
import { insertCatalog, type VariantSeed } from './insert-catalog.ts'
import { readAnswer } from './read-answer.ts'
import { createTestKernel, never, type TestKernel, type TestKernelOptions } from './test-kernel.ts'

export interface TestMerchant {
  merchantId: number
  userId: string
  email: string
  token: string
  /** Sends a request of this merchant; a body given as `json` is sent as JSON. */
  request(path: string, init?: TestRequest): Promise<Response>
  /** Sends the request and returns the body of a successful answer. */
  ask<Answer>(path: string, init?: TestRequest): Promise<Answer>
  /** Returns the rows of a statement, run as this merchant. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>
  /** Derives the stock projections of these variants, by default of all, as the worker does after a change. */
  refresh(variantIds?: readonly number[] | null): Promise<void>
}

export interface TestShop extends TestMerchant {
  /** The ids of its variants, in order. */
  ids: number[]
  /** The first of them. */
  variantId: number
}

export type TestRequest = RequestInit & { json?: unknown }

export interface TestApp {
  kernel: TestKernel
  app: Hono<AppEnv>
  /** The same app, but with the real sign-in. */
  signInApp: Hono<AppEnv>
  domains: Domains
  /** Creates a merchant with a token that the app accepts; the password flow itself is not run. */
  signUp(email?: string, role?: Role): Promise<TestMerchant>
  /** Creates a merchant with products of one variant each. */
  openShop(variants: readonly VariantSeed[], timeZone?: string): Promise<TestShop>
  /** Sends a request without a token. */
  request(path: string, init?: TestRequest): Promise<Response>
  /** Runs a job of the task with this name, as a worker does. */
  runTask(name: string, data: object): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the whole HTTP application on a test kernel, without a port. Every answer is checked against the
 * API's own description.
 */
export async function createTestApp(options: TestKernelOptions): Promise<TestApp> {
  const kernel = await createTestKernel(options)
  const domains = await createDomains(kernel)
  await kernel.jobs.prepare(domains.tasks.map(({ definition }) => definition))
  const signedInBy = new Map<string, SignedIn>()
  const app = createApp(kernel, async (token) => signedInBy.get(token) ?? null, domains.mounts)
  let check: Promise<ReturnType<typeof describedAnswers>> | undefined
  const request = async (path: string, init: TestRequest = {}) => {
    check ??= readDescription(app)
    const sent = requestInit(init)
    const answer = await app.request(path, sent)
    await (await check)(sent.method ?? 'GET', path.split('?')[0] ?? '', answer)
    return answer
  }
  const signUp: TestApp['signUp'] = async (email = `${randomUUID()}@example.com`, role = 'owner') => {
    const userId = randomUUID()
    const merchantId = await ensureMerchant(kernel, { id: userId, email })
    const token = randomUUID()
    signedInBy.set(token, {
      merchantId,
      homeId: merchantId,
      role,
      userId,
      email,
      sessionId: randomUUID(),
    })
    const own = (path: string, init?: TestRequest) => request(path, withToken(init, token))
    return {
      merchantId,
      userId,
      email,
      token,
      request: own,
      ask: (path, init) => readAnswer(own(path, init)),
      rows: (statement) => kernel.db.withTenant(merchantId, async (tx) => (await statement.execute(tx)).rows),
      refresh: (variantIds = null) => wireProjection(kernel).refresh({ merchantId, variantIds }),
    }
  }
  return {
    kernel,
    app,
    signInApp: createApp(kernel, domains.authenticate, domains.mounts),
    domains,
    request,
    runTask: (name, data) =>
      domains.tasks.find(({ definition }) => definition.name === name)!.run(data, never),
    signUp,
    openShop: async (variants, timeZone = 'UTC') => {
      const merchant = await signUp()
      const ids = await insertCatalog(kernel, { merchantId: merchant.merchantId, variants, timeZone })
      return { ...merchant, ids, variantId: ids[0]! }
    },

    close: async () => {
      await domains.close()
      await kernel.close()
    },
  }
}

async function readDescription(app: Hono<AppEnv>) {
  const answer = await app.request(DOCUMENT_PATH)
  return describedAnswers((await answer.json()) as ApiDocument)
}

function withToken(init: TestRequest = {}, token: string): TestRequest {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

function requestInit({ json, ...init }: TestRequest): RequestInit {
  if (json === undefined) return init
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json')
  return { method: 'POST', ...init, headers, body: JSON.stringify(json) }
}

interface TestSetup {
  database: TestDatabase
  /** Calls `close` after the tests of the file; what was started last is closed first. */
  closeLater(close: () => unknown): void
}

/** A function starts what the app talks to, such as a fake store, before the app itself. */
type TestOptions =
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
  const database = withTestDatabase()
  const { closeLater } = database
  const opened = {} as Subject & TestSetup
  beforeAll(async () => {
    const asked = typeof options === 'function' ? await options({ database, closeLater }) : options
    const subject = await create({ database, ...asked })
    closeLater(() => subject.close())
    Object.assign(opened, subject, { database, closeLater })
  })
  return opened
}
