import { DAY_MS, ordersApi, type PurchaseOrderList } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deliver } from '../../../alerts/notifications/deliveries/deliver.task.ts'
import type { OutgoingMessage } from '../../../alerts/notifications/deliveries/senders.ts'
import { isReadOnly } from '../../../kernel/access/access.ts'
import { dayFromEpoch, epochDay, today } from '../../../kernel/calendar.ts'
import type { SendOutcome } from '../../../providers/send-outcome.ts'
import { insertSupplier, never, withTestApp } from '../../../testing/index.ts'
import { messageContext, TAKEN } from '../../../testing/message-context.ts'
import { wireProjection } from '../../../wire-projection.ts'

const NOW = '2026-11-20T10:00:00Z'
const silent: SendOutcome = {
  kind: 'retry',
  reason: 'no_answer',
  words: 'No answer in time',
  afterMs: null,
  isUncertain: true,
}

const app = withTestApp({ now: NOW })

interface Channel {
  name: 'slack' | 'email' | 'sms'
  urgency?: 'all' | 'out_of_stock'
  timing?: 'at_once' | 'daily'
}

const received = (days: readonly number[]) =>
  days.map((receivedAfterDays, i) => ({ orderedDaysAgo: 200 - 30 * i, receivedAfterDays }))

/** Returns a shop with a product, a supplier whose orders took these days, and these channels on. */
async function shopWith(
  channels: readonly Channel[],
  { took = [], statedDays = 10 }: { took?: readonly number[]; statedDays?: number } = {},
) {
  app.kernel.clock.set(NOW)
  const merchant = await app.openShop([{ title: 'Kettle', available: 900 }])
  const { merchantId, rows, variantId } = merchant
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    name: 'Acme',
    statedDays,
    items: [{ variantId }],
    orders: received(took),
  })
  await rows(sql`update merchants set subscription_status = 'active' where id = ${merchantId}`)
  for (const { name, urgency = 'all', timing = 'at_once' } of channels) {
    const target = name === 'sms' ? '+14155552671' : 'somewhere@shop.example'
    await rows(sql`
      insert into notification_channels (merchant_id, channel, is_on, target, types, urgency, timing, at_time, weekday,
        quiet_from, quiet_to, daily_limit)
      values (${merchantId}, ${name}, true, ${target}, '{low_stock}', ${urgency}, ${timing}, '18:00', 1, '00:00', '00:00', 5)`)
  }
  await rows(sql`
    insert into sms_consents (merchant_id, phone, consent_text, ip, given_at, confirmed_at, code_tries)
    values (${merchantId}, '+14155552671', 'yes', '192.0.2.1', ${new Date(NOW)}, ${new Date(NOW)}, 0)`)
  const outgoing: OutgoingMessage[] = []
  const answers: SendOutcome[] = []
  const sender = async (message: OutgoingMessage) => {
    outgoing.push(message)
    return answers.shift() ?? TAKEN
  }
  const provider = messageContext(app.kernel, sender, { isReadOnly })
  return {
    ...merchant,
    supplierId,
    outgoing,
    answers,
    /** Places an order as of some days ago and returns its id. */
    place: async (orderedDaysAgo: number, expectedInDays: number | null, isConfirmed = false) => {
      const day = epochDay(today(app.kernel.clock, 'UTC'))
      const expectedOn = expectedInDays === null ? null : dayFromEpoch(day + expectedInDays)
      const [order] = await rows<{ id: number }>(sql`
        insert into purchase_orders (merchant_id, number, supplier_id, supplier_snapshot, status, currency, ordered_on,
          expected_on, is_confirmed, created_at, updated_at)
        values (${merchantId}, 7, ${supplierId}, '{"name": "Acme"}', 'ordered', 'EUR', ${dayFromEpoch(day - orderedDaysAgo)},
          ${expectedOn}, ${isConfirmed}, ${new Date(NOW)}, ${new Date(NOW)}) returning id`)
      await rows(sql`
        insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, ordered_units)
        values (${merchantId}, ${order!.id}, 1, ${variantId}, 'Kettle', 60)`)
      return order!.id
    },
    wait: (days: number) => app.kernel.clock.advance(days * DAY_MS),
    deliver: async (...names: Channel['name'][]) => {
      app.kernel.clock.advance(3000)
      for (const channel of names) await deliver(provider, { merchantId, channel, lane: 'alerts' }, never)
    },
    pending: () =>
      rows<{ channel: string; status: string }>(sql`
        select channel, status from pending_notifications
        where merchant_id = ${merchantId} and order_id is not null order by channel`),
    alert: async (id: number) => {
      const [row] = await rows<{ state: string }>(sql`
        select case when late_alert_at is null then 'none' when late_resolved_at is null then 'open'
          else late_resolved_because end as state
        from purchase_orders where merchant_id = ${merchantId} and id = ${id}`)
      return row!.state
    },
    late: async () => {
      const { rows, counts } = await merchant.ask<PurchaseOrderList>(`${ordersApi.list.path}?late=true`)
      return { rows: rows.map(({ id }) => id), count: counts.late }
    },
  }
}

const all = [{ name: 'email' }, { name: 'slack' }, { name: 'sms' }] as const
const toText = ({ attempt: { content } }: OutgoingMessage) =>
  content.channel === 'sms' ? content.body : content.text

describe('the alert that an order is late', () => {
  it('W-05 reaches each channel that is on, once, however often the projections are refreshed', async () => {
    const shop = await shopWith(all)
    const id = await shop.place(10, 0)
    await shop.refresh()
    expect(await shop.pending()).toEqual([])
    shop.wait(1)
    for (let n = 0; n < 3; n++) await shop.refresh()
    await shop.deliver('email', 'slack', 'sms')
    for (let n = 0; n < 2; n++) {
      shop.wait(1)
      await shop.refresh()
      await shop.deliver('email', 'slack', 'sms')
    }
    expect(shop.outgoing).toHaveLength(3)
    for (const message of shop.outgoing) {
      expect(toText(message)).toContain('PO-0007')
      expect(toText(message)).toContain('60 units should have come by Nov 20.')
    }
    expect(await shop.late()).toEqual({ rows: [id], count: 1 })
  })

  it('W-05 is sent once though the worker was killed before it stored the alert, and then the channel did not answer', async () => {
    const shop = await shopWith([{ name: 'slack' }])
    await shop.place(10, 0)
    shop.wait(1)
    const killed = {
      ...app.kernel,
      live: { ...app.kernel.live, publish: () => Promise.reject(new Error('killed')) },
    }
    const attempt = wireProjection(killed).refresh({ merchantId: shop.merchantId, variantIds: null })
    await expect(attempt).rejects.toThrow('killed')
    expect(await shop.pending()).toEqual([])
    await shop.refresh()
    shop.answers.push(silent)
    await shop.deliver('slack')
    await shop.refresh()
    shop.wait(0.1)
    await shop.deliver('slack')
    expect(new Set(shop.outgoing.map(({ attempt: { deliveryId } }) => deliveryId)).size).toBe(1)
    expect(await shop.pending()).toEqual([{ channel: 'slack', status: 'sent' }])
  })

  it('opens past the 90 % quantile of the supplier’s received orders, not on the day after the expected one', async () => {
    const shop = await shopWith([], { took: [18, 20, 20, 22, 24], statedDays: 20 })
    const id = await shop.place(20, 0)
    const states: string[] = []
    for (let age = 21; age <= 40; age++) {
      shop.wait(1)
      await shop.refresh()
      states.push(await shop.alert(id))
    }
    const first = 21 + states.indexOf('open')
    expect(first).toBeGreaterThan(24)
    expect(first).toBeLessThan(32)
    // The order's own age lengthens the lead time that is learned, but takes the alert back on no day.
    expect(new Set(states.slice(states.indexOf('open')))).toEqual(new Set(['open']))
  })

  it('opens within three weeks after the day that the supplier confirmed, not at once', async () => {
    const shop = await shopWith([], { took: [18, 20, 20, 22, 24], statedDays: 20 })
    const id = await shop.place(35, 15, true)
    shop.wait(16)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('none')
    shop.wait(20)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('open')
  })

  it('is resolved when the order arrives, gets another day or ends', async () => {
    const shop = await shopWith([])
    const id = await shop.place(10, 0)
    shop.wait(1)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('open')
    await shop.rows(sql`update purchase_orders set expected_on = '2026-12-24' where id = ${id}`)
    await shop.refresh([shop.variantId])
    expect(await shop.alert(id)).toBe('new_day')
    await shop.rows(sql`update purchase_orders set expected_on = '2026-11-20' where id = ${id}`)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('open')
    await shop.rows(sql`update purchase_order_lines set received_units = 60 where order_id = ${id}`)
    await shop.rows(sql`
      update purchase_orders set status = 'received', closed_at = now(), closed_because = 'arrived' where id = ${id}`)
    await shop.refresh([shop.variantId])
    expect(await shop.alert(id)).toBe('arrived')
    expect(await shop.late()).toEqual({ rows: [], count: 0 })
  })

  it('is shown again but not sent again when the new day has passed as well', async () => {
    const shop = await shopWith([{ name: 'slack' }])
    const id = await shop.place(10, 0)
    shop.wait(1)
    await shop.refresh()
    await shop.deliver('slack')
    await shop.rows(sql`update purchase_orders set expected_on = '2026-11-23' where id = ${id}`)
    await shop.refresh()
    shop.wait(3)
    await shop.refresh()
    await shop.deliver('slack')
    expect(await shop.alert(id)).toBe('open')
    expect(shop.outgoing).toHaveLength(1)
  })

  it('waits for the digest of its channel, which leaves it out if the order came before', async () => {
    const shop = await shopWith([{ name: 'email', timing: 'daily' }])
    const id = await shop.place(10, 0)
    shop.wait(1)
    await shop.refresh()
    await shop.deliver('email')
    expect(await shop.pending()).toEqual([{ channel: 'email', status: 'waiting' }])
    await shop.rows(sql`update purchase_order_lines set received_units = 60 where order_id = ${id}`)
    await shop.refresh()
    shop.wait(0.5)
    await shop.deliver('email')
    expect(shop.outgoing).toEqual([])
    expect(await shop.pending()).toEqual([{ channel: 'email', status: 'left_out' }])
  })

  it('is not sent on a channel that receives only alerts of products out of stock', async () => {
    const shop = await shopWith([{ name: 'slack' }, { name: 'sms', urgency: 'out_of_stock' }])
    await shop.place(10, 0)
    shop.wait(1)
    await shop.refresh()
    expect((await shop.pending()).map(({ channel }) => channel)).toEqual(['slack'])
  })

  it('does not open once the plan has ended, and opens when it is renewed', async () => {
    const shop = await shopWith([{ name: 'slack' }])
    const id = await shop.place(10, 0)
    await shop.rows(sql`update merchants set subscription_status = 'expired' where id = ${shop.merchantId}`)
    shop.wait(1)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('none')
    await shop.rows(sql`update merchants set subscription_status = 'active' where id = ${shop.merchantId}`)
    await shop.refresh()
    expect(await shop.alert(id)).toBe('open')
  })
})
