import { alertListSchema, DAY_MS, type Scorecard, scorecardSchema } from '@stockcast/contract'
import {
  SERVICE_LEVELS,
  type SimulationFile,
  scoreLive,
  simulateShop as simulated,
  simulationInput,
} from '@stockcast/forecasting'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../kernel/database/app-database.ts'
import { redactShop } from '../../store/shops/empty-shop.ts'
import { type VariantSeed, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { findScorecard } from './queries.ts'
import { simulateShop } from './simulate-shop.task.ts'

const app = withTestApp()

const history = 120

/**
 * Returns a product that sells four a day, is refilled to 80 and is out of stock for a week every 27 days;
 * the last day is yesterday.
 */
function oftenOut(): { sales: number[]; closingStock: Record<number, number> } {
  const sales: number[] = []
  const closingStock: Record<number, number> = {}
  let stock = 80
  for (let day = 0; day < history; day++) {
    if (day % 27 === 0) stock = 80
    const sold = Math.min(stock, 4)
    stock -= sold
    sales.push(sold)
    closingStock[history - day] = stock
  }
  return { sales, closingStock }
}

async function shopWith(variants: VariantSeed[]) {
  const merchant = await app.openShop(variants)
  const { merchantId } = merchant
  const run = (name: string) => app.runTask(name, { merchantId })
  return {
    ...merchant,
    run,
    /** Does what the worker does after a sync. */
    forecastAndSimulate: async () => {
      await run('forecast-shop')
      await run('simulate-shop')
    },
    card: async (): Promise<Scorecard> => scorecardSchema.parse(await merchant.ask('/api/scorecard')),
  }
}

/** 0 to 6 a day, 3 on average. */
const mixed = Array.from({ length: history }, (_, day) => (day * 5) % 7)

const sentSimulations = (merchantId: number) =>
  app.kernel.sentJobs.filter(
    ({ name, data }) =>
      name === 'simulate-shop' && (data as { merchantId: number }).merchantId === merchantId,
  )

/** Leaves a scorecard that is due: without figures, and computed with other lead times. */
const makeOld = (tx: Tx, merchantId: number) =>
  sql`update scorecards set result = '{}', lead_times_digest = '' where merchant_id = ${merchantId}`.execute(
    tx,
  )

const shop = () =>
  shopWith([
    { title: 'Often out', sku: 'OUT-1', available: 20, ...oftenOut() },
    { title: 'Always there', sales: Array(history).fill(3), available: 900, closingStock: { 1: 900 } },
    { title: 'Archived', sales: Array(history).fill(3), available: 2, status: 'archived' },
  ])

it('a simulation that ends after the data of its shop was deleted stores nothing of the shop', async () => {
  const { merchantId, run } = await shop()
  await insertConnection(app.kernel, { merchantId, shopDomain: `replayed-${merchantId}.myshopify.com` })
  await run('forecast-shop')
  const simulate = async () => {
    const requestedAt = app.kernel.clock.now()
    await app.kernel.db.withTenant(merchantId, (tx) =>
      redactShop(app.kernel, tx, { merchantId, requestedAt }),
    )
    return { result: '{}', inputs: new Uint8Array() }
  }
  await simulateShop(app.kernel, { simulate, close: async () => undefined }, { merchantId })
  const card = await app.kernel.db.withTenant(merchantId, (tx) => findScorecard(tx, merchantId))
  expect(card).toBeUndefined()
})

describe('GET /api/scorecard', () => {
  it('has no simulation until the first forecasts are done', async () => {
    const { card, run } = await shop()
    await run('simulate-shop')
    expect(await card()).toEqual({ serviceLevel: 0.9, simulation: null, live: null })
  })

  it('returns for every level what the alerts of the last 90 days would have achieved', async () => {
    const { forecastAndSimulate, card, ids } = await shop()
    await forecastAndSimulate()
    const { simulation } = await card()
    expect(simulation).toMatchObject({ firstDay: '2026-08-22', lastDay: '2026-11-19', products: 2 })
    expect(simulation!.steps.map(({ serviceLevel }) => serviceLevel)).toEqual(SERVICE_LEVELS)
    expect(simulation!.stockouts.map(({ variantId }) => variantId)).toEqual(
      Array(simulation!.stockouts.length).fill(ids[0]),
    )
    expect(simulation!.stockouts.length).toBeGreaterThanOrEqual(3)
    const cautious = simulation!.steps.at(-1)!
    expect(cautious.warningDays).toHaveLength(simulation!.stockouts.length)
    expect(cautious.warningDays.filter((days) => days !== null).length).toBeGreaterThanOrEqual(2)
    // At the most cautious level one alert may stay open from one stockout to the next.
    const usual = simulation!.steps.find(({ serviceLevel }) => serviceLevel === 0.9)!
    const ranOut = usual.weeks.reduce((sum, week) => sum + week.ranOut, 0)
    expect(ranOut).toBeGreaterThanOrEqual(2)
  })

  it('distinguishes recorded days from estimated ones', async () => {
    const recorded = await shop()
    await recorded.forecastAndSimulate()
    expect((await recorded.card()).simulation).toMatchObject({ recordedSince: '2026-08-21' })
    const { sales } = oftenOut()
    const fresh = await shopWith([{ sales, available: 20 }])
    await fresh.forecastAndSimulate()
    const { simulation, live } = await fresh.card()
    expect(simulation).toMatchObject({ recordedSince: null, estimatedShare: 1 })
    expect(simulation!.stockouts.length).toBeGreaterThanOrEqual(2)
    expect(simulation!.stockouts.every(({ isEstimated }) => isEstimated)).toBe(true)
    expect(live).toBeNull()
  })

  it('W-03 holds simulated alerts back for recorded and entered receipts, as it does live ones', async () => {
    const { forecastAndSimulate, card, merchantId, ids, request } = await shop()
    const daysOfWarning = async () => {
      const { simulation } = await card()
      const { warningDays } = simulation!.steps.find(({ serviceLevel }) => serviceLevel === 0.9)!
      return warningDays.map((days) => days ?? 0)
    }
    await forecastAndSimulate()
    const without = await daysOfWarning()
    expect(without.length).toBeGreaterThan(2)
    await app.kernel.db.withTenant(merchantId, async (tx) => {
      await sql`update stock_daily set incoming = case when day < '2026-10-10' then 5000 else null end
        where merchant_id = ${merchantId}`.execute(tx)
      await sql`insert into purchase_orders (merchant_id, number, is_noted, status, currency, ordered_on, expected_on,
          created_at, updated_at, ordered_at, closed_at, closed_because)
        values (${merchantId}, 1, true, 'cancelled', 'EUR', '2026-10-09', '2026-10-11', '2026-10-09T09:00:00Z',
          '2026-10-12T09:00:00Z', '2026-10-09T09:00:00Z', '2026-10-12T09:00:00Z', 'removed')`.execute(tx)
      await sql`insert into purchase_order_lines (merchant_id, order_id, position, variant_id, title, ordered_units,
          cancelled_units)
        select merchant_id, id, 0, ${ids[0]}::bigint, 'Product', 5000, 5000 from purchase_orders
        where merchant_id = ${merchantId} on conflict (merchant_id, order_id, id) do nothing`.execute(tx)
      await makeOld(tx, merchantId)
    })
    await forecastAndSimulate()
    const held = await daysOfWarning()
    expect(held[0]).toBeLessThan(without[0]!)
    expect(held[1]).toBeLessThan(without[1]!)
    expect(held.at(-1)).toBe(without.at(-1))
    const file = (await (await request('/api/scorecard/export.json')).json()) as SimulationFile
    const { firstDay, incomingDays, incoming, orders } = file.variants.find(
      ({ id }) => id === String(ids[0]),
    )!
    const october10 = Date.UTC(2026, 9, 10) / DAY_MS
    expect(firstDay + incomingDays!.at(-1)!).toBe(october10 - 1)
    expect(new Set(incoming)).toEqual(new Set([5000]))
    expect(orders).toEqual([
      { recordedOn: october10 - 1, closedOn: october10 + 2, expectedOn: october10 + 1, units: 5000 },
    ])
  })

  it('judges the alerts that were raised against the stockouts of recorded days', async () => {
    const { forecastAndSimulate, card, merchantId, rows, ids } = await shop()
    const stockoutDay = '2026-11-14'
    await rows(sql`insert into alerts (merchant_id, variant_id, type, severity, triggered_at, resolved, resolved_at, resolved_by, meta)
      values (${merchantId}, ${ids[0]}, 'stockout_risk', 1, '2026-11-08T09:00:00Z', true, '2026-11-10T09:00:00Z', 'merchant', '{}'::jsonb)`)
    await rows(sql`update stock_daily set closing_stock = case when day < ${stockoutDay} then 9 else 0 end
      where merchant_id = ${merchantId} and variant_id = ${ids[0]}`)
    await forecastAndSimulate()
    const { live } = await card()
    expect(live?.stockouts).toMatchObject([{ variantId: ids[0], day: stockoutDay, isEstimated: false }])
    expect(live?.score.warningDays).toEqual([6])
    expect(live?.score.weeks.reduce((sum, week) => sum + week.ranOut, 0)).toBe(1)
  })

  it("shows nobody another merchant's scorecard", async () => {
    const { forecastAndSimulate } = await shop()
    await forecastAndSimulate()
    const other = await app.signUp()
    expect(await (await other.request('/api/scorecard')).json()).toMatchObject({ simulation: null })
    expect((await other.request('/api/scorecard/export.json')).status).toBe(404)
    expect((await other.request('/api/scorecard/export.csv')).status).toBe(404)
  })
})

describe('PUT /api/scorecard/sensitivity', () => {
  it('W-03 sets the service level of the alerts, and has them derived again', async () => {
    const { request, forecastAndSimulate, card, ids, run } = await shopWith([
      { sales: mixed, available: 47, closingStock: { 1: 47 } },
    ])
    const riskAlerts = async () => {
      const answer = await request('/api/alerts?status=active&type=stockout_risk')
      return alertListSchema.parse(await answer.json()).alerts.map(({ variantId }) => variantId)
    }
    const set = (serviceLevel: number) =>
      request('/api/scorecard/sensitivity', { method: 'PUT', json: { serviceLevel } })
    expect((await set(0.5)).status).toBe(200)
    await forecastAndSimulate()
    expect(await riskAlerts()).toEqual([])
    expect(await (await set(0.98)).json()).toEqual({ serviceLevel: 0.98 })
    await run('refresh-projections')
    expect(await riskAlerts()).toEqual(ids)
    expect((await card()).serviceLevel).toBe(0.98)
  })

  it('refuses a level outside quiet to cautious, and names the field', async () => {
    const { request } = await app.signUp()
    for (const serviceLevel of [SERVICE_LEVELS[0], SERVICE_LEVELS.at(-1)]) {
      const answer = await request('/api/scorecard/sensitivity', { method: 'PUT', json: { serviceLevel } })
      expect(answer.status).toBe(200)
    }
    for (const serviceLevel of [0.09, 0.99, 1, -1, 'high', null]) {
      await expectRefusal(
        request('/api/scorecard/sensitivity', { method: 'PUT', json: { serviceLevel } }),
        400,
        { field: 'serviceLevel' },
      )
    }
  })
})

describe('GET /api/scorecard/export', () => {
  it('returns as export.json a file that gives the same figures wherever it is simulated', async () => {
    const { forecastAndSimulate, request, merchantId } = await shop()
    await forecastAndSimulate()
    const answer = await request('/api/scorecard/export.json')
    expect(answer.headers.get('content-disposition')).toContain('scorecard-2026-11-19.json')
    const file = (await answer.json()) as SimulationFile
    const input = simulationInput(file)
    const again = { simulation: simulated(input), live: scoreLive(input, file.alerts) }
    const stored = await app.kernel.db.withTenant(merchantId, (tx) => findScorecard(tx, merchantId))
    expect(JSON.parse(JSON.stringify(again))).toEqual(stored?.result)
  })

  it('begins with the stock of the day, also of a product that has not sold yet today', async () => {
    const { forecastAndSimulate, request } = await shopWith([
      { sales: Array(history).fill(3), available: 20 },
    ])
    await forecastAndSimulate()
    const file = (await (await request('/api/scorecard/export.json')).json()) as SimulationFile
    expect(file.variants.map(({ stock }) => stock)).toEqual([[20]])
  })

  it('returns as export.csv one row for each stockout and alert at the level in use', async () => {
    const { forecastAndSimulate, request, card } = await shop()
    await forecastAndSimulate()
    const { simulation } = await card()
    const lines = (await (await request('/api/scorecard/export.csv')).text()).trim().split(/\r?\n/)
    const rows = lines.slice(1).map((line) => line.split(','))
    const step = simulation!.steps.find(({ serviceLevel }) => serviceLevel === 0.9)!
    const count = (kind: string, outcome: string) =>
      rows.filter((row) => row[0]?.includes(kind) && row[5]?.includes(outcome)).length
    const sum = (key: 'ranOut' | 'falseAlarms' | 'averted' | 'undecided') =>
      step.weeks.reduce((total, week) => total + week[key], 0)
    expect(count('Stockout', 'Warned')).toBe(step.warningDays.filter((days) => days !== null).length)
    expect(count('Stockout', 'Missed')).toBe(step.warningDays.filter((days) => days === null).length)
    expect(count('Alert', 'Ran out')).toBe(sum('ranOut'))
    expect(count('Alert', 'False alarm')).toBe(sum('falseAlarms'))
    expect(rows).toHaveLength(
      step.warningDays.length + sum('ranOut') + sum('falseAlarms') + sum('averted') + sum('undecided'),
    )
  })
})

describe('simulate-shop', () => {
  it('is sent after the first forecasts, and not again within a week', async () => {
    const { run, merchantId } = await shop()
    await run('forecast-shop')
    expect(sentSimulations(merchantId)).toHaveLength(1)
    await run('simulate-shop')
    await run('forecast-shop')
    expect(sentSimulations(merchantId)).toHaveLength(1)
    const before = app.kernel.clock.now()
    app.kernel.clock.set('2026-11-26T23:59:00Z')
    await run('schedule-simulations')
    expect(sentSimulations(merchantId)).toHaveLength(1)
    app.kernel.clock.set('2026-11-27T00:00:00Z')
    await run('schedule-simulations')
    await run('schedule-simulations')
    expect(sentSimulations(merchantId)).toHaveLength(2)
    app.kernel.clock.set(before.toISOString())
  })

  it('is sent when a lead time changes, but not for a safety stock', async () => {
    const { run, merchantId, request, forecastAndSimulate } = await shop()
    await forecastAndSimulate()
    const before = sentSimulations(merchantId).length
    const save = (defaultSafetyStock: number, defaultLeadTimeDays: number) =>
      request('/api/settings', { method: 'PUT', json: { defaultSafetyStock, defaultLeadTimeDays } })
    await save(5, 14)
    await run('simulate-shop')
    await save(8, 14)
    await run('schedule-simulations')
    expect(sentSimulations(merchantId)).toHaveLength(before)
    await save(8, 30)
    await run('schedule-simulations')
    expect(sentSimulations(merchantId)).toHaveLength(before + 1)
  })

  it('stores one scorecard with the same figures when it runs twice', async () => {
    const { forecastAndSimulate, merchantId, run, card } = await shop()
    await forecastAndSimulate()
    const first = await card()
    await app.kernel.db.withTenant(merchantId, (tx) => makeOld(tx, merchantId))
    await run('simulate-shop')
    expect(await card()).toEqual(first)
  })

  it('is due again at once when a lead time changes while it runs', async () => {
    const { run, merchantId, request } = await shop()
    await run('forecast-shop')
    const simulate = async () => {
      const json = { defaultSafetyStock: 5, defaultLeadTimeDays: 44 }
      await request('/api/settings', { method: 'PUT', json })
      return { result: '{}', inputs: new Uint8Array() }
    }
    await simulateShop(app.kernel, { simulate, close: async () => undefined }, { merchantId })
    const before = sentSimulations(merchantId).length
    await run('schedule-simulations')
    expect(sentSimulations(merchantId)).toHaveLength(before + 1)
  })

  it('does nothing when none is due, such as after a lead time was changed and changed back', async () => {
    const { forecastAndSimulate, merchantId, request } = await shop()
    await forecastAndSimulate()
    for (const defaultLeadTimeDays of [33, 14]) {
      await request('/api/settings', { method: 'PUT', json: { defaultSafetyStock: 5, defaultLeadTimeDays } })
    }
    const simulate = async () => {
      throw new Error('simulated')
    }
    await simulateShop(app.kernel, { simulate, close: async () => undefined }, { merchantId })
  })
})
