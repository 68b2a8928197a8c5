import { testNodes } from '@stockcast/testkit'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { refreshStatistics } from './refresh-statistics.ts'

let owner: pg.Client

const app = withTestApp({ env: { FORECAST_THREADS: '1' } })

beforeAll(async () => {
  owner = new pg.Client({ connectionString: app.database.ownerUrl })
  app.closeLater(() => owner.end())
  await owner.connect()
  for (const table of ['variants', 'forecasts', 'stock_projections']) {
    await owner.query(`alter table ${table} set (autovacuum_enabled = off)`)
  }
})

/** Returns how often the app, and not autovacuum, has analysed the table. */
async function analyses(table: string): Promise<number> {
  const found = await owner.query('select analyze_count from pg_stat_user_tables where relname = $1', [table])
  return Number(found.rows[0].analyze_count)
}

/** Writes this many variants of a new merchant. */
async function write(variants: number): Promise<number> {
  const titles = Array.from({ length: variants }, (_, n) => ({ title: `Product ${n}`, sales: [1] }))
  const { merchantId } = await app.openShop(titles)
  return merchantId
}

const refresh = () => refreshStatistics(app.kernel.db)
const passTime = (interval: string) =>
  owner.query('update statistics_refreshes set refreshed_at = refreshed_at - $1::interval', [interval])

describe('refreshStatistics', () => {
  beforeEach(({ skip }) => {
    // The nodes of a cluster refresh the statistics of distributed tables themselves (decision 55).
    if (testNodes().length > 1) skip()
  })

  it('skips tables to which a few demo users have added their samples', async () => {
    for (let demoUser = 0; demoUser < 5; demoUser++) {
      const merchant = await app.signUp()
      const json = { merchantId: merchant.merchantId, shopDomain: '', email: merchant.email }
      expect((await merchant.request('/functions/seed-demo-data', { json })).status).toBe(200)
      expect(await refresh()).toEqual([])
    }
    expect(await analyses('variants')).toBe(0)
  })

  it('refreshes after a first sync at once, and only once for many callers at the same moment', async () => {
    await write(600)
    const before = await analyses('variants')
    const refreshed = await Promise.all(Array.from({ length: 6 }, refresh))
    expect(refreshed.flat().filter((table) => table === 'variants')).toEqual(['variants'])
    expect(await analyses('variants')).toBe(before + 1)
    expect(await refresh()).not.toContain('variants')
    expect(await analyses('variants')).toBe(before + 1)
  })

  it('refreshes after another large store at once, even a minute after the last one', async () => {
    await write(600)
    expect(await refresh()).toContain('variants')
  })

  it('refreshes after a merchant’s first forecasts as soon as they are stored', async () => {
    const merchantId = await write(600)
    await app.runTask('forecast-shop', { merchantId })
    expect([await analyses('forecasts'), await analyses('stock_projections')]).toEqual([1, 1])
  })

  it('refreshes after changes without growth once in ten minutes', async () => {
    await owner.query(`
      begin; alter table variants no force row level security;
      update variants set price = 1;
      alter table variants force row level security; select pg_stat_force_next_flush(); commit`)
    expect(await refresh()).not.toContain('variants')
    await passTime('9 minutes')
    expect(await refresh()).not.toContain('variants')
    await passTime('2 minutes')
    expect(await refresh()).toContain('variants')
    expect(await refresh()).toEqual([])
  })
})
