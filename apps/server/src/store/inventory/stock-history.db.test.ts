import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listHistories } from '../../planning/forecasts/queries.ts'
import { type VariantSeed, withTestApp } from '../../testing/index.ts'
import { carryStock, stockDays, upsertStockOfDay } from './stock-days-queries.ts'

const app = withTestApp()

async function getDays(tx: Tx, merchantId: number, since = '2026-11-01', until = '2026-11-30') {
  const found = await sql<{ day: string; closing_stock: number; incoming: number }>`
    select day, closing_stock, incoming from ${stockDays({ merchantId, since, until })} d order by day`.execute(
    tx,
  )
  return found.rows
}

/** Returns the stock of a variant after its days were filled; today is 2026-11-20. */
async function carried(seed: VariantSeed) {
  const { merchantId, rows, variantId } = await app.openShop([seed])
  const days = await app.kernel.db.withTenant(merchantId, async (tx) => {
    const key = { merchantId, today: '2026-11-20', since: '2026-11-01' }
    await sql`update stock_daily set incoming = 2 * closing_stock where merchant_id = ${merchantId}`.execute(
      tx,
    )
    await carryStock(tx, key)
    await carryStock(tx, key)
    const found = await getDays(tx, merchantId)
    expect(found.every((row) => row.incoming === 2 * row.closing_stock)).toBe(true)
    return found.map((row) => [row.day.slice(8), row.closing_stock])
  })
  return { merchantId, rows, variantId, days }
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
  const { merchantId, rows, variantId } = await carried({ closingStock: { 3: 0 } })
  const daysWithoutStock = () =>
    app.kernel.db.withTenant(merchantId, async (tx) => {
      const key = { merchantId, variantIds: [variantId], since: '2026-11-01', until: '2026-11-19' }
      return (await listHistories(tx, key))[0]?.daysWithoutStock.length
    })
  expect(await daysWithoutStock()).toBe(3)
  await rows(sql`update variants set sells_without_stock = true where merchant_id = ${merchantId}`)
  expect(await daysWithoutStock()).toBe(0)
})

describe('the stock of each day', () => {
  const toDay = (n: number) => `2026-11-${String(n).padStart(2, '0')}`

  /** Records readings of one variant in their order and returns its days and its number of rows. */
  async function recorded(readings: readonly { day: number; stock: number }[]) {
    const { merchantId } = await app.openShop([{ available: 0 }])
    return app.kernel.db.withTenant(merchantId, async (tx) => {
      for (const { day, stock } of readings) {
        await sql`update inventory_levels set available = ${stock} where merchant_id = ${merchantId}`.execute(
          tx,
        )
        await upsertStockOfDay(tx, { merchantId, day: toDay(day), variantIds: null })
      }
      const counted = await sql<{ rows: number }>`
        select count(*)::integer as rows from stock_daily where merchant_id = ${merchantId}`.execute(tx)
      const before = await getDays(tx, merchantId)
      await carryStock(tx, { merchantId, today: '2026-11-30', since: '2026-11-01' })
      const carried = await getDays(tx, merchantId)
      const shown = (rows: typeof carried) => rows.map((row) => [Number(row.day.slice(8)), row.closing_stock])
      return { rows: counted.rows[0]!.rows, days: shown(before), carried: shown(carried) }
    })
  }

  it('takes one row for as long as nothing changes', async () => {
    const { rows, days } = await recorded([1, 2, 3, 4].map((day) => ({ day, stock: 7 })))
    expect(rows).toBe(1)
    expect(days).toEqual([1, 2, 3, 4].map((day) => [day, 7]))
  })

  it('is the last reading of the day, also when the stock returns to that of the day before', async () => {
    const stocks = [7, 5, 7]
    const readings = [{ day: 1, stock: 7 }, ...stocks.map((stock) => ({ day: 2, stock }))]
    expect((await recorded(readings)).days).toEqual([
      [1, 7],
      [2, 7],
    ])
  })

  it('is that of the last reading for any readings, and known from the first one to yesterday', async () => {
    const reading = fc.record({ day: fc.integer({ min: 1, max: 12 }), stock: fc.integer({ min: 0, max: 2 }) })
    const inOrder = fc
      .array(reading, { minLength: 1, maxLength: 15 })
      .map((all) => all.toSorted((a, b) => a.day - b.day))
    await inCasesAsync(25, inOrder, async (readings) => {
      const last = new Map(readings.map(({ day, stock }) => [day, stock]))
      const { days, carried } = await recorded(readings)
      expect(days).toEqual([...last])
      let stock = 0
      const expected: [number, number][] = []
      for (let day = readings[0]!.day; day < 30; day++) {
        stock = last.get(day) ?? stock
        expected.push([day, stock])
      }
      expect(carried).toEqual(expected)
    })
  })
})

it('a row for a single day within a period, as a former version adds it, ends the period', async () => {
  const { merchantId } = await app.openShop([{ closingStock: { 10: 4, 7: 4, 5: 1 } }])
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    await sql`update stock_daily set last_day = '2026-11-15' where merchant_id = ${merchantId} and day = '2026-11-10'`.execute(
      tx,
    )
    await carryStock(tx, { merchantId, today: '2026-11-18', since: '2026-11-01' })
    expect(
      (await getDays(tx, merchantId)).map((row) => [Number(row.day.slice(8)), row.closing_stock]),
    ).toEqual([
      [10, 4],
      [11, 4],
      [12, 4],
      [13, 4],
      [14, 4],
      [15, 1],
      [16, 1],
      [17, 1],
    ])
  })
})
