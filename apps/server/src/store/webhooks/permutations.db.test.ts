import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Kernel } from '../../kernel/kernel.ts'
import { insertCatalog, never, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { applyWebhooks } from './apply-webhooks.task.ts'
import { type Delivery, storeDeliveries } from './queries.ts'

const VARIANTS = 4
const ORDERS = 5
const RUNS = 60
/** Few, so that a batch takes several transactions. */
const ROWS_PER_STEP = 8

const app = withTestApp()

/** What happens in the modelled store: a level is set, or an order reaches a state. */
const eventArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('level' as const),
    variant: fc.nat(VARIANTS - 1),
    available: fc.integer({ min: -5, max: 50 }),
  }),
  fc.record({
    kind: fc.constant('order' as const),
    order: fc.nat(ORDERS - 1),
    isCancelled: fc.boolean(),
    lines: fc.array(fc.record({ variant: fc.nat(VARIANTS - 1), quantity: fc.integer({ min: 0, max: 9 }) }), {
      // An order without a known variant is read from the store, which the model does not have.
      minLength: 1,
      maxLength: 3,
    }),
  }),
)
type ModelEvent = (typeof eventArbitrary extends fc.Arbitrary<infer T> ? T : never) & object

/**
 * The deliveries of a history: some in the same second as the one before, so that only the trigger time
 * orders them.
 */
const historyArbitrary = fc
  .array(fc.record({ event: eventArbitrary, isSameSecond: fc.boolean() }), { minLength: 1, maxLength: 50 })
  .chain((history) =>
    fc.record({
      history: fc.constant(history),
      arrival: fc.shuffledSubarray(
        history.flatMap((_, i) => [i, i, i]),
        { minLength: history.length * 2 },
      ),
      cuts: fc.array(fc.nat(150), { maxLength: 4 }),
      kills: fc.nat(3),
    }),
  )

const START = Date.parse('2026-11-20T08:00:00Z')

function getDeliveries(shop: string, history: readonly { event: ModelEvent; isSameSecond: boolean }[]) {
  let second = 0
  return history.map(({ event, isSameSecond }, i): Delivery => {
    if (!isSameSecond) second++
    const updatedAt = new Date(START + second * 1000)
    const triggeredAt = new Date(START + second * 1000 + i).toISOString()
    const common = { shop, eventId: `event-${i}`, triggeredAt }
    if (event.kind === 'level') {
      const { variant, available } = event
      const state = { kind: 'level', itemId: variant + 1, locationId: 1, available, updatedAt } as const
      return { ...common, topic: 'inventory_levels/update', resource: `level/${variant + 1}/1`, state }
    }
    const state = {
      kind: 'order',
      id: event.order + 1,
      createdAt: new Date(START),
      processedAt: null,
      updatedAt,
      cancelledAt: event.isCancelled ? updatedAt : null,
      test: false,
      locationId: null,
      lines: event.lines.map(({ variant, quantity }, n) => ({
        id: (event.order + 1) * 100 + n,
        variantId: variant + 1,
        quantity,
      })),
    } as const
    return { ...common, topic: 'orders/updated', resource: `order/${event.order + 1}`, state }
  })
}

/** Returns the modelled store after these deliveries, in the order in which they happened. */
function getModel(deliveries: readonly Delivery[]) {
  const levels = Array.from({ length: VARIANTS }, () => 20)
  const orders = new Map<number, Delivery['state']>()
  for (const { state } of deliveries) {
    if (state.kind === 'level') levels[state.itemId - 1] = state.available
    if (state.kind === 'order') orders.set(state.id, state)
  }
  const units = Array.from({ length: VARIANTS }, () => 0)
  for (const order of orders.values()) {
    if (order.kind !== 'order' || order.cancelledAt !== null) continue
    for (const { variantId, quantity } of order.lines) units[(variantId ?? 0) - 1]! += quantity
  }
  return { levels, units }
}

class Killed extends Error {}

/**
 * Returns a kernel whose process dies at its n-th transaction: before the commit when n is even, otherwise
 * right after it.
 */
function dyingKernel(n: number): Kernel {
  let count = 0
  const withTenant: Kernel['db']['withTenant'] = (merchantId, work) => {
    const isLast = count++ === n
    if (count > n + 1) throw new Killed()
    const doomed: typeof work = async (tx) => {
      const result = await work(tx)
      if (isLast && n % 2 === 0) throw new Killed()
      return result
    }
    return app.kernel.db.withTenant(merchantId, doomed).then((result) => {
      if (isLast) throw new Killed()
      return result
    })
  }
  return { ...app.kernel, db: { ...app.kernel.db, withTenant } }
}

async function getState(merchantId: number) {
  return app.kernel.db.withTenant(merchantId, async (tx) => {
    const rows = await sql<{ available: number; units: number }>`
      select l.available, coalesce((select sum(units_sold) from sales_daily s
        where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id), 0) as units
      from inventory_levels l where l.merchant_id = ${merchantId} order by l.variant_id
    `.execute(tx)
    return {
      levels: rows.rows.map((row) => row.available),
      units: rows.rows.map((row) => row.units),
    }
  })
}

it('the state is that of the deliveries that arrived, whatever their order, duplicates, losses and batches, and wherever workers die', async () => {
  let shops = 0
  await inCasesAsync(RUNS, historyArbitrary, async ({ history, arrival, cuts, kills }) => {
    const { merchantId, rows } = await app.signUp()
    const shop = `model-${++shops}.myshopify.com`
    app.kernel.clock.set('2026-11-20T07:00:00Z')
    await insertCatalog(app.kernel, {
      merchantId,
      firstId: 1,
      variants: Array.from({ length: VARIANTS }, () => ({ available: 20 })),
    })
    await insertConnection(app.kernel, { merchantId, shopDomain: shop })
    await rows(sql`update variants set inventory_item_id = variant_id where merchant_id = ${merchantId}`)
    const deliveries = getDeliveries(shop, history)
    const bounds = [0, ...cuts.filter((cut) => cut < arrival.length).sort((a, b) => a - b), arrival.length]
    for (const [n, end] of bounds.entries()) {
      const part = arrival.slice(bounds[n - 1] ?? 0, end).map((i) => deliveries[i]!)
      if (part.length === 0) continue
      await storeDeliveries(app.kernel.db.directory, part, app.kernel.clock.now())
      // The worker dies in each of its first transactions, alternately before and after the commit.
      for (let kill = 0; kill < kills; kill++) {
        const dying = applyWebhooks(dyingKernel(kill), { merchantId }, never, ROWS_PER_STEP)
        await dying.catch((error) => expect(error).toBeInstanceOf(Killed))
      }
      await applyWebhooks(app.kernel, { merchantId }, never, ROWS_PER_STEP)
    }
    const arrived = new Set(arrival)
    const expected = getModel(deliveries.filter((_, i) => arrived.has(i)))
    expect(await getState(merchantId)).toEqual(expected)
  })
}, 240_000)
