import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../kernel/config/config.ts'
import { serve } from '../kernel/http/serve.ts'
import { createLog } from '../kernel/log.ts'
import { type RunningServer, startServer } from '../main.ts'
import { type SentSpan, startFakeCollector } from '../testing/fake-collector.ts'
import { newForEachTest, withTestApp } from '../testing/index.ts'
import { insertConnection } from '../testing/insert-connection.ts'
import { levelBody, webhookRequest } from '../testing/webhooks.ts'

const patience = { timeout: 25_000, interval: 50 }
const WAY = ['apply-webhooks', 'refresh-projections', 'deliver-slack']

let collector: Awaited<ReturnType<typeof startFakeCollector>>
let slack: Awaited<ReturnType<typeof serve>>
const messages: string[] = []

const app = withTestApp(() => ({ now: new Date(Date.now()).toISOString() }))

beforeAll(async () => {
  collector = await startFakeCollector()
  app.closeLater(() => collector.stop())
  slack = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/slack/')) return Response.json({ offsetMs: 0 })
      messages.push(pathname)
      return new Response('ok')
    },
  })
  app.closeLater(() => slack.stop(0))
})

interface Line extends Record<string, unknown> {
  correlationId?: string
  task?: string
  msg: string
}

/** Starts web and worker, with every line that they log. */
async function startProduct(env: Record<string, string>) {
  const lines: Line[] = []
  const servers: RunningServer[] = []
  for (const role of ['web', 'worker']) {
    const config = readConfig({
      DATABASE_URL: app.database.appUrl,
      STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
      SANDBOX_URL: slack.address,
      PORT: '0',
      STOCKCAST_ROLE: role,
      DATABASE_POOL_SIZE: '4',
      ...env,
    })
    const log = createLog('debug', role, { write: (line) => void lines.push(JSON.parse(line) as Line) })
    servers.push(await startServer(config, log))
  }
  const stop = async () => {
    for (const server of servers.toReversed()) await server.stop()
  }
  return { lines, address: servers[0]!.address!, stop }
}

let shops = 0

/** Creates a connected store that is well stocked, and whose alerts go to Slack at once. */
async function openShop() {
  const n = ++shops
  const shop = `way-${n}.myshopify.com`
  const webhook = `T0/B0/way${n}`
  const sales = Array.from({ length: 30 }, () => 6)
  const merchant = await app.openShop([{ sales, available: 600 }])
  const { merchantId, variantId: itemId } = merchant
  await insertConnection(app.kernel, { merchantId, shopDomain: shop })
  await merchant.rows(
    sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`,
  )
  await merchant.rows(sql`update merchants set forecast_as_of = now() where id = ${merchantId}`)
  const choice = { types: ['stockout_risk'], urgency: 'all', timing: 'at_once', at: '08:00', weekday: 1 }
  const quiet = { phone: null, hasConsent: false, quietFrom: '00:00', quietTo: '00:00', dailyLimit: 5 }
  const json = {
    slack: { ...choice, isOn: true, webhookUrl: `https://hooks.slack.com/services/${webhook}` },
    email: { ...choice, isOn: false, address: null },
    sms: { ...choice, isOn: false, ...quiet },
  }
  const saved = await merchant.request('/api/notifications', { method: 'PUT', json })
  expect(saved.status).toBe(200)
  const sellOut = async (address: string) => {
    const updatedAt = new Date(Date.now()).toISOString()
    const body = levelBody({ itemId, locationId: 1, available: 2, updatedAt })
    const request = { shop, topic: 'inventory_levels/update', body, triggeredAt: updatedAt }
    const answer = await fetch(`${address}/webhooks/shopify`, webhookRequest(request))
    expect(answer.status).toBe(200)
    await vi.waitFor(() => expect(messages).toContain(`/slack/services/${webhook}`), patience)
  }
  const inTenant = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await app.kernel.db.withTenant(merchantId, (tx) => statement.execute(tx))).rows
  return { merchantId, sellOut, inTenant }
}

const shop = newForEachTest(openShop)

describe('one webhook, up to the message about it,', () => {
  it.each(['on', 'off'])(
    'has one id in every line of the log while tracing is %s',
    async (tracing) => {
      const product = await startProduct(
        tracing === 'on' ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } : {},
      )
      await shop.sellOut(product.address)
      const ofWay = () =>
        product.lines.filter(({ task, msg }) => WAY.includes(task ?? '') || /webhook/.test(msg))
      await vi.waitFor(() => expect(ofWay().map(({ msg }) => msg)).toContain('message tried'), patience)
      await product.stop()
      const said = ofWay().map(({ msg }) => msg)
      for (const msg of ['webhook received', 'webhooks applied', 'message tried']) expect(said).toContain(msg)
      const ids = new Set(ofWay().map(({ correlationId }) => correlationId))
      expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
      const tried = ofWay().find(({ msg }) => msg === 'message tried')
      expect(tried?.causes).toEqual([...ids])
      for (const { task, jobId } of ofWay()) if (task !== undefined) expect(jobId).toMatch(/^[0-9a-f-]{36}$/)
    },
    90_000,
  )

  it('is one trace from the request to the call of the provider', async () => {
    const product = await startProduct({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    })
    await shop.sellOut(product.address)
    const [row] = await shop.inTenant(
      sql<{
        trace: string
      }>`select trace_context as trace from webhook_inbox where merchant_id = ${shop.merchantId}`,
    )
    await vi.waitFor(() => expect(product.lines.map(({ msg }) => msg)).toContain('message tried'), patience)
    await product.stop()
    const traceId = row!.trace.split('-')[1]!
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    const find = (name: string) => spans.find((span) => span.name === name)
    const request = find('POST /webhooks/shopify')
    expect(request).toMatchObject({ kind: 2, service: 'stockcast-web' })
    expect(row!.trace).toBe(`00-${traceId}-${request!.spanId}-01`)
    expect(find('apply-webhooks')).toMatchObject({ kind: 5, service: 'stockcast-worker' })
    expect(find('slack')).toMatchObject({ kind: 3 })
    const way: SentSpan[] = []
    for (
      let span = find('slack');
      span !== undefined;
      span = spans.find(({ spanId }) => spanId === span?.parentSpanId)
    )
      way.unshift(span)
    // A message is gathered for a while; a slow transaction has its job look too early, and send another one.
    expect([...new Set(way.map(({ name }) => name))]).toEqual([
      'POST /webhooks/shopify',
      'apply-webhooks',
      'refresh-projections',
      'evaluate-alerts',
      'deliver-slack',
      'slack',
    ])
    expect(collector.headers.at(-1)?.get('authorization')).toBe('Bearer abc')
  }, 90_000)

  it('stores no trace context while tracing is off', async () => {
    const product = await startProduct({})
    const before = collector.spans.length
    await shop.sellOut(product.address)
    await product.stop()
    const stored = await shop.inTenant(
      sql`select trace_context from webhook_inbox where merchant_id = ${shop.merchantId}`,
    )
    expect(stored).toEqual([{ trace_context: null }])
    const { rows } = await sql<{ origin: string }>`select data ->> 'origin' as origin from jobs.job
      where name = any(${WAY}) and data ->> 'merchantId' = ${String(shop.merchantId)}`.execute(
      app.kernel.db.directory,
    )
    for (const { origin } of rows) expect(origin).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(rows.map(({ origin }) => origin)).size).toBe(1)
    expect(collector.spans).toHaveLength(before)
  }, 90_000)
})
