import { forecastShop } from '@stockcast/forecasting'
import { sql } from 'kysely'
import { dayFromEpoch, epochDay, today } from '../kernel/calendar.ts'
import { bulkUpsert } from '../kernel/database/bulk-upsert.ts'
import { wireProjection } from '../wire-projection.ts'
import { insertForecasts } from './insert-forecasts.ts'
import type { TestApp } from './test-app.ts'

const DAYS = 60

export interface PlacedVariant {
  title?: string
  price?: number | null
  /** Units at each location; null: it is not kept there. */
  stock: readonly (number | null)[]
  /** Units sold a day at each location. */
  daily: readonly number[]
  /** Units sold a day whose location is unknown. */
  unplaced?: number
}

/**
 * Creates a shop with these locations (ids from 1 on) and products, which were sold evenly for 60 days, with forecasts and the
 * projection. `refresh` derives the projection again.
 */
export async function shopWithLocations(
  app: TestApp,
  { locations, variants }: { locations: readonly string[]; variants: readonly PlacedVariant[] },
) {
  const at = app.kernel.clock.now()
  const day = epochDay(today(app.kernel.clock, 'UTC'))
  const getSold = ({ daily, unplaced = 0 }: PlacedVariant) =>
    daily.reduce((sum, units) => sum + units, unplaced)
  const merchant = await app.openShop(
    variants.map((variant) => ({
      title: variant.title ?? 'Kettle',
      price: variant.price === undefined ? 20 : variant.price,
      sales: Array<number>(DAYS).fill(getSold(variant)),
    })),
  )
  const { merchantId, rows, ids } = merchant
  const change = (statement: ReturnType<typeof sql>) =>
    app.kernel.db.withTenant(merchantId, (tx) => statement.execute(tx))
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    await bulkUpsert(tx, {
      table: 'locations',
      merchantId,
      key: ['location_id'],
      rows: locations.map((name, i) => ({ location_id: i + 1, name, is_active: true })),
    })
    await sql`delete from inventory_levels where merchant_id = ${merchantId}`.execute(tx)
    await bulkUpsert(tx, {
      table: 'inventory_levels',
      merchantId,
      key: ['variant_id', 'location_id'],
      rows: variants.flatMap(({ stock }, v) =>
        stock.flatMap((available, l) => {
          const level = { committed: 0, incoming: 0, updated_at: at }
          return available === null
            ? []
            : [{ variant_id: ids[v]!, location_id: l + 1, on_hand: available, available, ...level }]
        }),
      ),
    })
    const served = Array.from({ length: DAYS }, (_, d) =>
      [...locations.map((_, l) => l + 1), null].map((location, l) => {
        const order_id = 1 + d * (locations.length + 1) + l
        return { order_id, day: dayFromEpoch(day - DAYS + d), location_id: location, l }
      }),
    ).flat()
    await bulkUpsert(tx, {
      table: 'orders',
      merchantId,
      key: ['order_id'],
      rows: served.map(({ l: _, ...order }) => ({ ...order, is_counted: true, updated_at: at })),
    })
    await bulkUpsert(tx, {
      table: 'order_lines',
      merchantId,
      key: ['order_id', 'line_id'],
      rows: served.flatMap(({ order_id, day: on, location_id, l }) =>
        variants.flatMap(({ daily, unplaced = 0 }, v) => {
          const units = l < locations.length ? daily[l]! : unplaced
          const line_id = order_id * variants.length + v
          return units === 0 ? [] : [{ order_id, line_id, variant_id: ids[v]!, day: on, units, location_id }]
        }),
      ),
    })
    await tx.updateTable('merchants').set({ forecast_as_of: at }).where('id', '=', merchantId).execute()
  })
  for (const [v, variant] of variants.entries()) {
    const unitsSold = new Float64Array(400).fill(getSold(variant))
    const [fitted] = forecastShop({ origin: day - 1, series: [{ id: '1', firstDay: day - 400, unitsSold }] })
    const { distribution, evidence } = fitted!
    await insertForecasts(app.kernel, { merchantId, variantIds: [ids[v]!], distribution, evidence })
  }
  const projection = wireProjection(app.kernel)
  const refresh = (variantIds: number[] | null = null) => projection.refresh({ merchantId, variantIds })
  await refresh()
  return { merchant, merchantId, ids, change, rows, refresh }
}
