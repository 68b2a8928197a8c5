import { testNodes } from '@stockcast/testkit'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { getStatements, statementsAbove, stopAutovacuum } from '../../testing/most-rows.ts'
import { readHistory } from '../forecasts/read-history.ts'

const PRODUCTS = 600
const DAYS = 20

let owner: pg.Client

const app = withTestApp()

beforeAll(async () => {
  owner = new pg.Client({ connectionString: app.database.ownerUrl })
  app.closeLater(() => owner.end())
  await owner.connect()
  await stopAutovacuum(owner)
})

it('a refresh and a forecast compare no table row by row with another when neither was ever analysed', async ({
  skip,
}) => {
  // A cluster cannot explain an insert that selects through its coordinator, and its nodes plan as one server does.
  if (testNodes().length > 1) skip()
  const sales = Array.from({ length: DAYS }, (_, i) => 1 + (i % 3))
  const closingStock = Object.fromEntries(sales.map((_, i) => [i + 1, i % 4]))
  const variants = Array.from({ length: PRODUCTS }, (_, i) => ({ sales, available: i % 30, closingStock }))
  const { merchantId, refresh, ids: variantIds } = await app.openShop(variants)
  const statements = await getStatements(async () => {
    await app.kernel.db.withTenant(merchantId, (tx) =>
      readHistory(app.kernel, tx, { merchantId, variantIds }),
    )
    await refresh()
  })
  expect(statements.length).toBeGreaterThan(8)
  const most = 3 * PRODUCTS * DAYS
  const above = await statementsAbove(owner, { merchantId, statements, most })
  const analysed = await owner.query('select from pg_stat_user_tables where coalesce(analyze_count, 0) > 0')
  expect(analysed.rowCount).toBe(0)
  expect(above).toEqual([])
})
