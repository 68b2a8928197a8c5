import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertCatalog, type TestApp, type VariantSeed, withTestApp } from '../../testing/index.ts'
import { listHistories } from '../forecasts/queries.ts'
import { carryStock } from './index.ts'

let app: TestApp

withTestApp((opened) => {
  app = opened
})

/** Returns the stock of a variant after its days were filled; today is 2026-11-20. */
async function carried(seed: VariantSeed) {
  const { merchantId } = await app.signUp()
  const [variantId] = await insertCatalog(app.kernel, { merchantId, variants: [seed] })
  const days = await app.kernel.db.withTenant(merchantId, async (tx) => {
    const key = { merchantId, today: '2026-11-20', since: '2026-11-01' }
    await sql`update stock_daily set incoming = 2 * closing_stock where merchant_id = ${merchantId}`.execute(
      tx,
    )
    await carryStock(tx, key)
    await carryStock(tx, key)
    const found = await sql<{ day: string; closing_stock: number; incoming: number }>`
      select day, closing_stock, incoming from stock_daily where merchant_id = ${merchantId} order by day`.execute(
      tx,
    )
    expect(found.rows.every((row) => row.incoming === 2 * row.closing_stock)).toBe(true)
    return found.rows.map((row) => [row.day.slice(8), row.closing_stock])
  })
  return { merchantId, variantId: variantId!, days }
}

it('a day without a change closes with the stock and the incoming units of the day before, up to yesterday', async () => {
  const { days } = await carried({ closingStock: { 6: 12, 3: 0 } })
  expect(days).toEqual([
    ['14', 12],
    ['15', 12],
    ['16', 12],
    ['17', 0],
    ['18', 0],
    ['19', 0],
  ])
})

it('today is left to the readings of today, and days before the first reading stay unknown', async () => {
  const { days } = await carried({ closingStock: { 1: 5, 0: 4 } })
  expect(days).toEqual([
    ['19', 5],
    ['20', 4],
  ])
})

it('untracked stock is not recorded', async () => {
  const { days } = await carried({ isTracked: false, closingStock: { 3: 0 } })
  expect(days).toEqual([['17', 0]])
})

it('a product that is sold without stock has no days out of stock', async () => {
  const { merchantId, variantId } = await carried({ closingStock: { 3: 0 } })
  const daysWithoutStock = () =>
    app.kernel.db.withTenant(merchantId, async (tx) => {
      const key = { merchantId, variantIds: [variantId], since: '2026-11-01', until: '2026-11-19' }
      return (await listHistories(tx, key))[0]?.daysWithoutStock.length
    })
  expect(await daysWithoutStock()).toBe(3)
  await app.kernel.db.withTenant(merchantId, (tx) =>
    sql`update variants set sells_without_stock = true where merchant_id = ${merchantId}`.execute(tx),
  )
  expect(await daysWithoutStock()).toBe(0)
})
