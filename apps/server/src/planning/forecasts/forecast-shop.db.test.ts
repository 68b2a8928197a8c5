import { calendarEvents } from '@stockcast/calendar'
import { DAY_MS, type Dashboard, MINUTE_MS, type ProductDetail, type Trends } from '@stockcast/contract'
import { decodeDistribution, meanOfDay } from '@stockcast/forecasting'
import { testNodes } from '@stockcast/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { insertCatalog, type TestMerchant, withTestApp } from '../../testing/index.ts'
import { wireProjection } from '../../wire-projection.ts'
import { createForecasts } from './create-forecasts.ts'
import { createForecastPool, type ForecastPool } from './forecast-pool.ts'
import { forecastShop } from './forecast-shop.task.ts'
import { scheduleNight } from './schedule-night.task.ts'

let pool: ForecastPool

const app = withTestApp()

beforeAll(() => {
  pool = createForecastPool(1)
})

afterAll(async () => {
  await pool?.close()
})

function forecast(
  { signal, ...data }: { merchantId: number; isScheduled?: boolean; signal?: AbortSignal },
  from = pool,
) {
  const kernel = { ...app.kernel, pool: from, refresh: wireProjection(app.kernel).refresh }
  return forecastShop(kernel, data, signal)
}

const steady = (units: number, days = 60) => Array.from({ length: days }, () => units)

/** Returns the expected demand of the first forecast day. */
const dailyDemand = ({ distribution }: { distribution: number[] }) =>
  meanOfDay(decodeDistribution(distribution), 1)

type Table = 'forecasts' | 'stock_projections' | 'shop_forecasts'

/** Returns rows by variant. */
async function toRows({ merchantId }: TestMerchant, table: Table): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = await app.kernel.db.withTenant(merchantId, (tx) =>
    tx.selectFrom(table).selectAll().where('merchant_id', '=', merchantId).execute(),
  )
  return rows.sort((a, b) => Number(a.variant_id) - Number(b.variant_id))
}

/** Products have the same ids in every shop, whose rows can then be compared. */
async function merchantWith(variants: Parameters<typeof insertCatalog>[1]['variants'], timeZone = 'UTC') {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const ids = await insertCatalog(app.kernel, { merchantId, firstId: 1000, variants, timeZone })
  return { merchant, merchantId, ids }
}

const getEvents = (merchantId: number) =>
  app.kernel.publishedEvents.flatMap(({ merchantId: id, event }) =>
    id === merchantId && event.type === 'forecasts' ? [event] : [],
  )
const getProgress = (merchantId: number) => getEvents(merchantId).map(({ done, total }) => [done, total])

describe('a job that is given to the same worker again while it runs', () => {
  const withTask = async (use: (run: (signal: AbortSignal) => Promise<void>) => Promise<void>) => {
    const { merchantId } = await merchantWith([{ sales: steady(6) }])
    const { batch, close } = createForecasts(app.kernel, wireProjection(app.kernel).refresh)
    const task = batch.find(({ definition }) => definition.name === forecastShopTask.name)!
    await use((signal) => task.run({ merchantId }, signal))
    await close()
    return getProgress(merchantId)
  }
  const whole = [
    [0, 1],
    [1, 1],
  ]

  it('is begun when the first run has ended', async () => {
    const { signal } = new AbortController()
    const progress = await withTask(async (run) => {
      await Promise.all([run(signal), run(signal)])
    })
    expect(progress).toEqual([...whole, ...whole])
  })

  it('does not begin if it was aborted before its turn', async () => {
    const second = new AbortController()
    const progress = await withTask(async (run) => {
      const runs = [run(new AbortController().signal), run(second.signal)]
      second.abort(new Error('its claim was lost'))
      const [first, other] = await Promise.allSettled(runs)
      expect([first?.status, other]).toMatchObject([
        'fulfilled',
        { reason: { message: 'its claim was lost' } },
      ])
    })
    expect(progress).toEqual(whole)
  })
})

describe('forecasting a shop', () => {
  it('stores forecasts and projections of all variants, also never sold, and the shop’s demand', async () => {
    const { merchant, merchantId } = await merchantWith([
      { sales: steady(6), available: 120 },
      { sales: steady(0), available: 5 },
      {},
    ])
    expect(await forecast({ merchantId })).toEqual({ variants: 3 })
    expect(await toRows(merchant, 'forecasts')).toMatchObject([
      { basis: 'forecast', origin: '2026-11-19' },
      { basis: 'no_demand' },
      { basis: 'no_demand' },
    ])
    expect(await toRows(merchant, 'stock_projections')).toMatchObject([
      { days_until_stockout: 20, is_quiet: false, computed_for: '2026-11-20' },
      { days_until_stockout: 999, is_quiet: true },
      { days_until_stockout: 0, is_quiet: true },
    ])
    expect(await toRows(merchant, 'shop_forecasts')).toMatchObject([{ origin: '2026-11-19' }])
    expect(getProgress(merchantId)).toEqual([
      [0, 3],
      [3, 3],
    ])
  })

  it("ends with yesterday in the shop's own time zone", async () => {
    // 10:00 UTC is past midnight of the 21st on Kiritimati.
    const { merchant, merchantId } = await merchantWith([{ sales: steady(2) }], 'Pacific/Kiritimati')
    await forecast({ merchantId })
    expect(await toRows(merchant, 'forecasts')).toMatchObject([{ origin: '2026-11-20' }])
  })

  it('does not take a day out of stock for a day without demand', async () => {
    const gone = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, 0]))
    const sales = [...steady(6, 60), ...steady(0, 20)]
    const { merchant, merchantId } = await merchantWith([{ sales, closingStock: gone }, { sales }])
    await forecast({ merchantId })
    const [masked, unmasked] = (await toRows(merchant, 'forecasts')) as {
      distribution: number[]
      evidence: unknown
    }[]
    expect(masked?.evidence).toMatchObject({ daysOutOfStock: 20 })
    expect(dailyDemand(masked!)).toBeGreaterThan(2 * dailyDemand(unmasked!))
  })

  it('infers days out of stock before the stock was recorded, and only then', async () => {
    const sales = [...steady(6, 40), ...steady(0, 10), ...steady(6, 40)]
    const { merchant, merchantId, ids } = await merchantWith([
      { sales },
      { sales, closingStock: { 85: 50 } },
      { sales, closingStock: { 30: 50 } },
      { sales },
    ])
    await merchant.rows(sql`update variants set sells_without_stock = true
      where merchant_id = ${merchantId} and variant_id = ${ids.at(-1)!}`)
    await forecast({ merchantId })
    // The last day with sales before the pause sold the last unit.
    expect(await toRows(merchant, 'forecasts')).toMatchObject(
      [11, 0, 11, 0].map((daysInferredOutOfStock) => ({ evidence: { daysInferredOutOfStock } })),
    )
  })

  it('a product that is out of stock on the day on which the store is connected is expected to sell as before', async () => {
    const sales = [...steady(6, 80), ...steady(0, 9)]
    const { merchant, merchantId } = await merchantWith([
      { sales, closingStock: { 0: 0 } },
      { sales, closingStock: { 0: 40 } },
      { sales: steady(6, 89), closingStock: { 0: 40 } },
    ])
    await forecast({ merchantId })
    const rows = await toRows(merchant, 'forecasts')
    const [soldOut, inStock, usual] = (rows as { distribution: number[] }[]).map(dailyDemand)
    expect(rows[0]).toMatchObject({ evidence: { daysInferredOutOfStock: 10 } })
    expect(soldOut! / usual!).toBeGreaterThan(0.9)
    expect(inStock! / usual!).toBeLessThan(0.6)
  })

  it("knows the holidays of the shop's country, and says what it sells on them", async () => {
    const yesterday = Math.floor(app.kernel.clock.now().getTime() / DAY_MS) - 1
    const holidays = calendarEvents('GB', yesterday - 749, yesterday)
    const closed = new Set(holidays.filter(({ kind }) => kind === 'holiday').map(({ day }) => day))
    const sales = Array.from({ length: 750 }, (_, t) => (closed.has(yesterday - 749 + t) ? 0 : 6 + (t % 3)))
    const { merchant, merchantId, ids } = await merchantWith([{ sales }, { sales }, { sales }])
    // The substitute of Boxing Day, on which the shop was never closed before.
    const substitute = Date.parse('2026-12-28') / DAY_MS
    const meanThen = async () => {
      await forecast({ merchantId })
      const [row] = await toRows(merchant, 'forecasts')
      const distribution = decodeDistribution(row!.distribution as number[])
      return { mean: meanOfDay(distribution, substitute - yesterday), evidence: row!.evidence }
    }
    const unknown = await meanThen()
    expect(unknown.mean).toBeGreaterThan(5)
    expect(unknown.evidence).toMatchObject({ events: [] })
    await merchant.rows(sql`update merchants set country_code = 'GB' where id = ${merchantId}`)
    const known = await meanThen()
    expect(known.mean).toBeLessThan(1)
    const told = expect.objectContaining({ name: 'Boxing Day', day: substitute })
    expect(known.evidence).toMatchObject({ events: expect.arrayContaining([told]) })
    const read = async (path: string) => (await merchant.request(`/api/${path}`)).json()
    const { forecast: detail } = (await read(`products/${ids[0]}`)) as ProductDetail
    const events = detail!.evidence.events
    expect(events).toContainEqual(expect.objectContaining({ name: 'Boxing Day', day: '2026-12-28' }))
    // The charts of the whole shop name them too.
    expect((await read('dashboard')) as Dashboard).toMatchObject({ demand: { events } })
    for (const query of ['', `?variantId=${ids[0]}`])
      expect((await read(`trends${query}`)) as Trends).toMatchObject({ events })
  })

  it('starts a new product from products of its price', async () => {
    const known = [4, 6].flatMap((units) => [
      { sales: steady(units), price: 40 },
      { sales: steady(2 * units), price: 4 },
    ])
    const { merchant, merchantId } = await merchantWith([
      ...known,
      { sales: [8], price: 40 },
      { sales: [8], price: 4 },
    ])
    await forecast({ merchantId })
    const [dear, cheap] = (await toRows(merchant, 'forecasts')).slice(-2) as { distribution: number[] }[]
    expect(dailyDemand(cheap!)).toBeGreaterThan(1.2 * dailyDemand(dear!))
  })

  it('writes the same as an uninterrupted run when it is stopped between two chunks and repeated', async () => {
    const variants = Array.from({ length: 600 }, (_, i) => ({ sales: steady(i % 3, 20), available: i % 50 }))
    const whole = await merchantWith(variants)
    await forecast({ merchantId: whole.merchantId })

    const stopped = await merchantWith(variants)
    const { merchantId } = stopped
    const stop = new AbortController()
    const stopAfterFirst = app.kernel.live.subscribe(merchantId, (event) => {
      if (event.type === 'forecasts' && event.done === 500) stop.abort(new Error('killed'))
    })
    const run = forecast({ merchantId, signal: stop.signal })
    await expect(run).rejects.toThrow('killed')
    stopAfterFirst()
    expect(await toRows(stopped.merchant, 'forecasts')).toHaveLength(500)
    expect(await toRows(stopped.merchant, 'stock_projections')).toHaveLength(0)

    await forecast({ merchantId })
    for (const table of ['forecasts', 'stock_projections', 'shop_forecasts'] as const) {
      const own = (rows: object[]) => rows.map((row) => ({ ...row, merchant_id: 0 }))
      expect(own(await toRows(stopped.merchant, table))).toEqual(own(await toRows(whole.merchant, table)))
    }
  })

  it('shows the first forecasts together with their alerts, never without them', async () => {
    const { merchant, merchantId } = await merchantWith([{ sales: steady(6), available: 2 }])
    const { refresh } = wireProjection(app.kernel)
    const dashboard = async () => {
      const shown = await (await merchant.request('/api/dashboard')).json()
      const { forecastAsOf, activeAlerts } = shown as {
        forecastAsOf: string | null
        activeAlerts: { total: number }
      }
      return [forecastAsOf !== null, activeAlerts.total > 0]
    }
    const seen: boolean[][] = []
    const watched: typeof refresh = async (request) => {
      seen.push(await dashboard())
      await refresh(request)
      seen.push(await dashboard())
    }
    await forecastShop({ ...app.kernel, pool, refresh: watched }, { merchantId })
    expect(seen).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('is not complete when the projection cannot be written', async () => {
    const { merchant, merchantId } = await merchantWith([{ sales: steady(6), available: 2 }])
    const refresh = () => Promise.reject(new Error('no projection'))
    await expect(forecastShop({ ...app.kernel, pool, refresh }, { merchantId })).rejects.toThrow(
      'no projection',
    )
    const shown = await merchant.ask<{ forecastAsOf: string | null }>('/api/dashboard')
    expect(shown.forecastAsOf).toBeNull()
    expect(await toRows(merchant, 'shop_forecasts')).toEqual([])
    expect(getEvents(merchantId).at(-1)).toEqual({ type: 'forecasts', done: 1, total: 1, failed: 1 })
  })

  it('leaves the same rows when it runs twice', async () => {
    const { merchant, merchantId } = await merchantWith([{ sales: steady(6), available: 12 }])
    const rows = async () => [
      await toRows(merchant, 'forecasts'),
      await toRows(merchant, 'stock_projections'),
    ]
    await forecast({ merchantId })
    const once = await rows()
    await forecast({ merchantId })
    expect(await rows()).toEqual(once)
  })

  it('T-04 tells the open pages that no forecast was updated when the fit fails', async () => {
    const { merchantId } = await merchantWith([{ sales: steady(6) }, { sales: steady(2) }])
    const broken: ForecastPool = {
      ...pool,
      fitShop: () => Promise.reject(new Error('out of memory')),
      close: () => Promise.resolve(),
    }
    await expect(forecast({ merchantId }, broken)).rejects.toThrow('out of memory')
    expect(getEvents(merchantId).at(-1)).toEqual({ type: 'forecasts', done: 0, total: 2, failed: 2 })
  })

  it('T-04 tells how many products keep their last forecast when it stops between two chunks', async () => {
    const variants = Array.from({ length: 1100 }, () => ({ sales: steady(2, 20) }))
    const { merchantId } = await merchantWith(variants)
    const leave = app.kernel.live.subscribe(merchantId, (event) => {
      if (event.type === 'forecasts' && event.done === 1000) throw new Error('connection lost')
    })
    await expect(forecast({ merchantId })).rejects.toThrow('connection lost')
    leave()
    expect(getEvents(merchantId).at(-1)).toEqual({ type: 'forecasts', done: 500, total: 1100, failed: 600 })
  })

  it('updates the query planner’s row counts of products and projections the first time', async ({
    skip,
  }) => {
    // The nodes of a cluster refresh the statistics of distributed tables themselves (decision 55).
    if (testNodes().length > 1) skip()
    const { merchantId } = await merchantWith([{ sales: steady(2) }, { sales: steady(3) }])
    await forecast({ merchantId })
    const { rows } = await app.kernel.db.pool.query<{ relname: string; known: boolean }>(
      `select relname, reltuples >= 2 as known from pg_class
       where relname in ('products', 'variants', 'stock_projections', 'forecasts') order by relname`,
    )
    expect(rows).toEqual(
      ['forecasts', 'products', 'stock_projections', 'variants'].map((relname) => ({ relname, known: true })),
    )
  })

  it('does nothing for a merchant without products', async () => {
    const { merchantId } = await app.signUp()
    expect(await forecast({ merchantId })).toEqual({ variants: 0 })
  })
})

describe('the nightly schedule', () => {
  const sentTo = (merchantId: number) =>
    app.kernel.sentJobs.filter(
      (job) => job.name === 'forecast-shop' && 'merchantId' in job.data && job.data.merchantId === merchantId,
    )

  it("queues a forecast once the shop's day has changed, and not before", async () => {
    const { merchantId } = await merchantWith([{ sales: steady(3) }], 'America/New_York')
    await forecast({ merchantId })
    await scheduleNight(app.kernel)
    expect(sentTo(merchantId)).toEqual([])
    // Midnight UTC is still evening in New York.
    app.kernel.clock.set('2026-11-21T04:59:00Z')
    await scheduleNight(app.kernel)
    expect(sentTo(merchantId)).toEqual([])
    app.kernel.clock.set('2026-11-21T05:00:00Z')
    await scheduleNight(app.kernel)
    expect(sentTo(merchantId)).toMatchObject([{ options: { key: String(merchantId) } }])
    app.kernel.clock.set('2026-11-20T10:00:00Z')
  })

  it('waits while the store is being imported', async () => {
    const { merchant, merchantId } = await merchantWith([{ sales: steady(3) }])
    await forecast({ merchantId })
    app.kernel.clock.advance(2 * DAY_MS)
    await merchant.rows(sql`insert into sync_runs (merchant_id, kind, status, phase, method, started_at)
      values (${merchantId}, 'first', 'running', 'orders', 'paged', ${app.kernel.clock.now()})`)
    await scheduleNight(app.kernel)
    const jobs = () => sentTo(merchantId).map(({ data }) => data)
    expect(jobs()).toEqual([{ merchantId, isScheduled: true }])
    expect(await forecast({ merchantId, isScheduled: true })).toEqual({ variants: 0 })
    app.kernel.clock.advance(30 * MINUTE_MS)
    await scheduleNight(app.kernel)
    expect(jobs()).toHaveLength(2)
    await merchant.rows(sql`update sync_runs set status = 'failed' where merchant_id = ${merchantId}`)
    expect(await forecast({ merchantId, isScheduled: true })).toEqual({ variants: 1 })
    app.kernel.clock.advance(30 * MINUTE_MS)
    await scheduleNight(app.kernel)
    expect(jobs()).toHaveLength(2)
  })
})
