import { testNodes } from '@stockcast/testkit'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { insertCatalog, type TestApp, withTestApp } from '../../testing/index.ts'
import { wireProjection } from '../../wire-projection.ts'
import { readHistory } from '../forecasts/read-history.ts'

const PRODUCTS = 600
const DAYS = 20

let app: TestApp
let owner: pg.Client

withTestApp(async (opened, { closeLater, database }) => {
  app = opened
  owner = new pg.Client({ connectionString: database.ownerUrl })
  closeLater(() => owner.end())
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows) await owner.query(`alter table ${name} set (autovacuum_enabled = off)`)
})

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

/** Returns the most rows that one step of a plan read or compared. */
function mostRows(plan: Plan): number {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Join Filter'] ?? 0)) * plan['Actual Loops']
  return Math.max(rows, ...(plan.Plans ?? []).map(mostRows))
}

/** Returns the statements that `work` runs, with their parameters. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  // The type of the spy knows one of the calls that the driver accepts.
  const calls = query.mock.calls as unknown as [unknown, unknown[]?][]
  query.mockRestore()
  return calls.flatMap(([text, values]) =>
    typeof text === 'string' && /^\s*(select|with|insert)/.test(text) && /\sfrom\s/.test(text)
      ? [{ text, values: values ?? [] }]
      : [],
  )
}

it('a refresh and a forecast compare no table row by row with another when neither was ever analysed', async ({
  skip,
}) => {
  // A cluster cannot explain an insert that selects through its coordinator, and its nodes plan as one server does.
  if (testNodes().length > 1) skip()
  const { merchantId } = await app.signUp()
  const sales = Array.from({ length: DAYS }, (_, i) => 1 + (i % 3))
  const closingStock = Object.fromEntries(sales.map((_, i) => [i + 1, i % 4]))
  const variants = Array.from({ length: PRODUCTS }, (_, i) => ({ sales, available: i % 30, closingStock }))
  const variantIds = await insertCatalog(app.kernel, { merchantId, variants })
  const statements = await statementsOf(async () => {
    await app.kernel.db.withTenant(merchantId, (tx) =>
      readHistory(app.kernel, tx, { merchantId, variantIds }),
    )
    await wireProjection(app.kernel).refresh({ merchantId, variantIds: null })
  })
  expect(statements.length).toBeGreaterThan(8)
  await owner.query("select set_config('app.merchant_id', $1, false)", [`${merchantId}`])
  const most: [number, string][] = []
  for (const { text, values } of statements) {
    await owner.query('begin')
    const { rows } = await owner.query(`explain (analyze, format json) ${text}`, values)
    await owner.query('rollback')
    most.push([mostRows(rows[0]['QUERY PLAN'][0].Plan), text])
  }
  const analysed = await owner.query('select from pg_stat_user_tables where coalesce(analyze_count, 0) > 0')
  expect(analysed.rowCount).toBe(0)
  expect(most.filter(([rows]) => rows > 3 * PRODUCTS * DAYS)).toEqual([])
})
