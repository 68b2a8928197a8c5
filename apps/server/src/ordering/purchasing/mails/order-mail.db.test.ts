import { MINUTE_MS, ordersApi, type PurchaseOrder, toAddress } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../../../alerts/notifications/deliveries/senders.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import { newForEachTest, withTestApp } from '../../../testing/index.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { markMail } from '../mail-queries.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

const unanswered: SendOutcome = {
  kind: 'retry',
  reason: 'no_answer',
  words: 'No answer',
  afterMs: null,
  isUncertain: true,
}
const busy: SendOutcome = { ...unanswered, reason: 'wait', isUncertain: false }

class Killed extends Error {}

/** Creates an order with a pending mail, and a worker whose mail server the test controls. */
async function orderWithMail() {
  app.kernel.clock.set(NOW)
  const merchant = await app.openShop([{ title: 'Kettle', available: 4 }])
  const { merchantId, variantId } = merchant
  const supplierId = await app.kernel.db.withTenant(merchantId, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into suppliers (merchant_id, name, email, currency, created_at, updated_at)
      values (${merchantId}, 'Acme', 'orders@acme.example', 'USD', now(), now()) returning id`.execute(tx)
    return rows[0]!.id
  })
  const ask = (path: string, json: unknown) => merchant.ask<PurchaseOrder>(path, { json })
  const draft = await ask(ordersApi.create.path, { supplierId, lines: [{ variantId, units: 5 }] })
  await ask(toAddress(ordersApi.send, { id: draft.id }), {
    version: draft.version,
    key: 'press-one',
    markOrdered: true,
  })
  const sent: { to: string | null; replyTo?: string | undefined; files: string[] }[] = []
  /** Runs a worker; `answer` is what becomes of each mail, or `killed` for one that dies before it knows. */
  const work = async (answer: SendOutcome | 'killed') => {
    const send = async ({ target, attempt: { content } }: OutgoingMessage) => {
      if (content.channel !== 'email') throw new RangeError('a mail was expected')
      const files = (content.attachments ?? []).map(({ fileName }) => fileName)
      sent.push({ to: target, replyTo: content.replyTo, files })
      if (answer === 'killed') throw new Killed()
      return answer
    }
    const provider = messageContext(app.kernel, send, { onOrderMailEnded: markMail })
    const key = { merchantId, channel: 'email', lane: 'account' } as const
    await deliver(provider, key, new AbortController().signal).catch((error) => {
      if (!(error instanceof Killed)) throw error
    })
  }
  const order = () => merchant.ask<PurchaseOrder>(toAddress(ordersApi.get, { id: draft.id }))
  return { email: merchant.email, sent, work, status: async () => (await order()).mailStatus }
}

const order = newForEachTest(orderWithMail)

describe('the mail of an order', () => {
  it('goes to the supplier with both files, and answers go to the merchant', async () => {
    expect(await order.status()).toBe('waiting')
    await order.work(TAKEN)
    expect(order.sent).toEqual([
      { to: 'orders@acme.example', replyTo: order.email, files: ['PO-0001.pdf', 'PO-0001.csv'] },
    ])
    expect(await order.status()).toBe('sent')
  })

  it('is not sent again by the worker that follows one killed while it sent, and the order says so', async () => {
    await order.work('killed')
    expect(await order.status()).toBe('waiting')
    app.kernel.clock.advance(MINUTE_MS)
    await order.work(TAKEN)
    await order.work(TAKEN)
    expect(order.sent).toHaveLength(1)
    expect(await order.status()).toBe('uncertain')
  })

  it('is not sent again when the mail server does not say whether it took it', async () => {
    await order.work(unanswered)
    app.kernel.clock.advance(60 * MINUTE_MS)
    await order.work(TAKEN)
    expect(order.sent).toHaveLength(1)
    expect(await order.status()).toBe('uncertain')
  })

  it('is tried again when the mail server was busy, and given up after a day', async () => {
    await order.work(busy)
    app.kernel.clock.advance(60 * MINUTE_MS)
    await order.work(busy)
    expect([order.sent.length, await order.status()]).toEqual([2, 'waiting'])
    app.kernel.clock.advance(24 * 60 * MINUTE_MS)
    await order.work(TAKEN)
    expect([order.sent.length, await order.status()]).toEqual([2, 'failed'])
  })
})
