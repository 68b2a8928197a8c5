import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { VariantRow } from './console/shop-routes.ts'
import { connect, postJson, type Reachable, temporaryFolder } from './testing/open-sandbox.ts'
import { subscribe, WebhookReceiver } from './testing/webhook-receiver.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

async function start(folder: string): Promise<{ child: ChildProcess; address: string }> {
  const env = { DATA_DIR: folder, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' }
  const child = fork(MAIN, { env, stdio: 'ignore', execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ type: string; address: string }]
  expect(message.type).toBe('ready')
  return { child, address: message.address }
}

/** Time limit on a busy machine. */
const PATIENT = { timeout: 20_000 }

function at(address: string): Reachable {
  return { http: { request: (path, init) => fetch(address + path, { redirect: 'manual', ...init }) } }
}

/** Loaded stores sell nothing by themselves, so that only tests change them. */
const SALES = 'series_id,2026-11-01,2026-11-02\nmug,1,2\nkettle,0,1'

async function getVariants(address: string) {
  const answer = await fetch(`${address}/api/shops/acme/variants`)
  return ((await answer.json()) as { variants: VariantRow[] }).variants
}

// A process takes a second to start, several on a busy machine.
describe('the process', { timeout: 60_000 }, () => {
  it('comes back after kill -9 with stock and clock as they were', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    const post = (path: string, body: string, type = 'application/json') =>
      fetch(first.address + path, { method: 'POST', headers: { 'content-type': type }, body })
    await post('/api/shops/acme/load', SALES, 'text/csv')
    await post('/api/clock/advance', '{"days":2}')
    const [mug] = await getVariants(first.address)
    const received = JSON.stringify({ variantId: mug!.variantId, quantity: 7 })
    expect((await post('/api/shops/acme/receive', received)).status).toBe(200)
    const sale = JSON.stringify({ variantId: mug!.variantId, quantity: 4 })
    expect((await post('/api/shops/acme/sell', sale)).status).toBe(200)
    const before = await getVariants(first.address)
    expect(before[0]).toMatchObject({ available: mug!.available + 3, onHand: mug!.onHand + 7 })
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await start(folder)
    expect(await getVariants(second.address)).toEqual(before)
    const clock = await fetch(`${second.address}/api/clock`)
    expect(await clock.json()).toMatchObject({ offsetMs: 2 * 86_400_000 })
  })

  it('delivers after kill -9 what was pending before it', async () => {
    const folder = temporaryFolder()
    const receiver = await WebhookReceiver.open()
    receiver.answer = () => 503
    const killed = await start(folder)
    const first = at(killed.address)
    const query = await connect(first, 'tiny-acme')
    await subscribe(query, receiver.address, 'SHOP_UPDATE')
    await postJson(first, '/api/shops/tiny-acme/time-zone', { timeZone: 'Europe/Berlin' })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), PATIENT)
    receiver.answer = () => 200
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')
    const second = at((await start(folder)).address)
    await postJson(second, '/api/clock/advance', { minutes: 2 })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), PATIENT)
    const [before, after] = receiver.received
    expect(after!.body).toEqual(before!.body)
    expect(after!.headers['x-shopify-webhook-id']).toBe(before!.headers['x-shopify-webhook-id'])
  })

  it('comes back after kill -9 with payments as they were', async () => {
    const folder = temporaryFolder()
    const first = await start(folder)
    const headers = { authorization: 'Bearer sk_test_sandbox' }
    const body = new URLSearchParams({ email: 'nora@x.example' })
    const made = await fetch(`${first.address}/v1/customers`, { method: 'POST', headers, body })
    const customer = (await made.json()) as { id: string }
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await start(folder)
    const found = await fetch(`${second.address}/v1/customers/${customer.id}`, { headers })
    expect(await found.json()).toEqual(customer)
  })

  it.each([
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['the end of its parent’s channel', (child: ChildProcess) => child.disconnect()],
  ])('ends by itself on %s', async (_, end) => {
    const { child } = await start(temporaryFolder())
    end(child)
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
