import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { MINUTE_MS, ordersApi, type PurchaseOrder, toAddress } from '@stockcast/contract'
import { withTestDatabase } from '@stockcast/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from '../kernel/config/config.ts'
import { type RunningServer, startServer } from '../main.ts'
import { compileCache } from '../testing/compile-cache.ts'
import { insertCatalog } from '../testing/insert-catalog.ts'
import { createTestKernel } from '../testing/test-kernel.ts'

const publicUrl = 'http://localhost:3000'
const SANDBOX_TOKEN = 'the-token'
const SUPPLIER = 'orders@acme.example'
/** Two processes start one after the other. */
const PATIENCE_MS = 120_000

const database = withTestDatabase()
/** By how much the clock is moved, which the processes of the next test also read. */
let offsetMs = 0
const ending: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

type Moment = 'before the mail is read' | 'before the mail is answered' | 'after the mail is accepted'

/** Starts a mail server that reports the given moment of the first mail to the supplier. */
async function openMailServer(moment: Moment, onMoment: () => void) {
  const accepted: string[] = []
  let isFirst = true
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const isHeld = isFirst && address === SUPPLIER && moment === 'before the mail is read'
      if (!isHeld) return done()
      isFirst = false
      onMoment()
    },
    onData: (stream, session, done) => {
      void text(stream).then(() => {
        accepted.push(...session.envelope.rcptTo.map(({ address }) => address))
        const isHeld = isFirst && accepted.includes(SUPPLIER)
        if (!isHeld || moment === 'after the mail is accepted') done()
        if (!isHeld) return
        isFirst = false
        onMoment()
      })
    },
  })
  // The connection of a killed worker ends without a farewell.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  ending.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, accepted }
}

function environment(role: 'web' | 'worker', smtpPort: number): Record<string, string> {
  return {
    DATABASE_URL: database.appUrl,
    STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_SMTP_PORT: `${smtpPort}`,
    SANDBOX_TOKEN,
    PUBLIC_URL: publicUrl,
    PORT: '0',
    STOCKCAST_ROLE: role,
    ONLY_WORKER: role === 'worker' ? '1' : '0',
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'silent',
  }
}

async function startWorker(smtpPort: number) {
  const env = { ...compileCache, ...environment('worker', smtpPort) }
  const child = fork(new URL('../main.ts', import.meta.url), { env, silent: true, execArgv: [] })
  const hasEnded = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await hasEnded
  }
  ending.push(kill)
  await once(child, 'message')
  return { kill }
}

/** Signs up a merchant with a product and a supplier, and returns what asks the API. */
async function openShop(web: RunningServer) {
  const address = web.address!
  const json = { 'content-type': 'application/json', origin: publicUrl }
  const email = `${crypto.randomUUID()}@example.com`
  const body = JSON.stringify({ email, password: 'a good one', name: 'x' })
  const made = await fetch(`${address}/api/auth/sign-up/email`, { method: 'POST', headers: json, body })
  const cookie = made.headers.getSetCookie()[0]!.split(';')[0]!
  const answer = await fetch(`${address}/api/auth/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  const ask = async <Answer>(path: string, asked?: unknown): Promise<Answer> => {
    const init = asked === undefined ? {} : { method: 'POST', body: JSON.stringify(asked) }
    const got = await fetch(`${address}${path}`, { ...init, headers })
    expect(got.status).toBe(200)
    return (await got.json()) as Answer
  }
  const session = await ask<{ merchant: { id: number } }>('/api/session')
  const merchantId = session.merchant.id
  const kernel = await createTestKernel({ database, now: new Date().toISOString() })
  const [variantId] = await insertCatalog(kernel, {
    merchantId,
    variants: [{ title: 'Kettle', available: 4 }],
  })
  const supplierId = await kernel.db.withTenant(merchantId, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into suppliers (merchant_id, name, email, currency, created_at, updated_at)
      values (${merchantId}, 'Acme', ${SUPPLIER}, 'USD', now(), now()) returning id`.execute(tx)
    return rows[0]!.id
  })
  await kernel.close()
  return { ask, variantId: variantId!, supplierId }
}

it.each([
  ['before the mail is read', 0, ['uncertain']],
  ['before the mail is answered', 1, ['uncertain']],
  ['after the mail is accepted', 1, ['uncertain', 'sent']],
] as const)(
  'a worker that sends the mail of an order leaves at most one mail when it is killed %s: %d, and the order says %j',
  async (moment, mails, statuses) => {
    const reached = Promise.withResolvers<void>()
    const smtp = await openMailServer(moment, reached.resolve)
    const web = await startServer(readConfig(environment('web', smtp.port)), pino({ level: 'silent' }))
    ending.push(() => web.stop())
    const { ask, variantId, supplierId } = await openShop(web)
    const lines = [{ variantId, units: 5 }]
    const draft = await ask<PurchaseOrder>(ordersApi.create.path, { supplierId, lines })
    const first = await startWorker(smtp.port)
    const wanted = { version: draft.version, key: 'press-one', markOrdered: true }
    await ask(toAddress(ordersApi.send, { id: draft.id }), wanted)
    await reached.promise
    await first.kill()

    offsetMs += 2 * MINUTE_MS
    const moved = await fetch(`${web.address}/internal/clock`, {
      method: 'POST',
      headers: { 'x-sandbox-token': SANDBOX_TOKEN },
      body: JSON.stringify({ offsetMs }),
    })
    expect(moved.status).toBe(200)
    // Started earlier, it would wait until the killed worker's time for the mail is over.
    await startWorker(smtp.port)
    await vi.waitFor(
      async () =>
        expect(statuses).toContain(
          (await ask<PurchaseOrder>(toAddress(ordersApi.get, { id: draft.id }))).mailStatus,
        ),
      { timeout: PATIENCE_MS, interval: 100 },
    )
    await ask(toAddress(ordersApi.send, { id: draft.id }), wanted)
    expect(smtp.accepted.filter((to) => to === SUPPLIER)).toHaveLength(mails)
  },
  3 * PATIENCE_MS,
)
