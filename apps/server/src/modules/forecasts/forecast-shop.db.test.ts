import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, insertCatalog, type TestApp, type TestMerchant } from '../../testing/index.ts'
import { createForecastPool, type ForecastPool } from './forecast-pool.ts'
import { runForecasts } from './run-forecasts.ts'

let database: TestDatabase
let app: TestApp
let pool: ForecastPool

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database })
  pool = createForecastPool(1)
})

afterAll(async () => {
  await pool?.close()
  await app?.close()
  await database?.drop()
})

const steady = (units: number, days = 60) => Array.from({ length: days }, () => units)

const rowsOf = (
  merchant: TestMerchant,
  table: 'forecasts' | 'stock_outlooks' | 'alerts' | 'shop_forecasts',
) =>
  app.kernel.db.withTenant(merchant.merchantId, (tx) =>
    tx.selectFrom(table).selectAll().where('merchant_id', '=', merchant.merchantId).execute(),
  )

describe('forecasting a shop', () => {
  it('stores a forecast and an outlook of every variant, and the demand of the shop', async () => {
    const merchant = await app.signUp()
    await insertCatalog(app.kernel, {
      merchantId: merchant.merchantId,
      variants: [{ sales: steady(6), available: 120 }, { sales: steady(0), available: 5 }, {}],
    })
    expect(await runForecasts(app.kernel, pool, { merchantId: merchant.merchantId })).toEqual({ variants: 3 })
    expect(await rowsOf(merchant, 'shop_forecasts')).toHaveLength(1)
  })
})
