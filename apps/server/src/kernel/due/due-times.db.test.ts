import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedDemo } from '../../accounts/demo/seed-demo.ts'
import { queueMail } from '../../alerts/notifications/queue-mail.ts'
import { simulationState } from '../../planning/scorecard/due-simulation.ts'
import { redactShop } from '../../store/shops/empty-shop.ts'
import { requestSync } from '../../store/sync/request-sync.ts'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { openNotifiedAlerts } from '../../testing/insert-alerts.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { notificationSettings } from '../../testing/notification-settings.ts'
import { toDay, today } from '../calendar.ts'
import type { Tx } from '../database/app-database.ts'
import { findShopFacts } from '../shop-facts/queries.ts'
import type { DueKind } from './due-kinds.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

beforeEach(async () => {
  app.kernel.clock.set(NOW)
  await app.kernel.db.directory.deleteFrom('due_times').execute()
})

const run = (name: string, merchantId: number) => app.runTask(name, { merchantId })
const inTenant = <T>({ merchantId }: TestMerchant, work: (tx: Tx) => Promise<T>) =>
  app.kernel.db.withTenant(merchantId, work)

/** How long after it became due each kind of work may wait until its lost job is sent again. */
const leases: Record<'comparison' | 'delivery' | 'forecast' | 'simulation', number> = {
  comparison: 15 * MINUTE_MS,
  delivery: MINUTE_MS,
  forecast: 30 * MINUTE_MS,
  simulation: HOUR_MS,
}

interface Work {
  kind: DueKind
  lane: string
}

/** Returns what is due at the time of the clock by the rows of the merchant alone, without reading due times. */
async function findWork(merchant: TestMerchant): Promise<Work[]> {
  const { merchantId } = merchant
  const now = app.kernel.clock.now()
  return inTenant(merchant, async (tx) => {
    const lanes = await sql<{ lane: string }>`
      select channel || ':alerts' as lane from pending_notifications
      where merchant_id = ${merchantId} and status = 'waiting' and due_at <= ${now}
      union
      select channel || ':' || case when kind in ('alerts', 'digest') then 'alerts'
        when kind in ('test', 'code') then 'single' else 'account' end
      from deliveries
      where merchant_id = ${merchantId} and status in ('queued', 'sending', 'retrying') and next_at <= ${now}
    `.execute(tx)
    const shop = await findShopFacts(tx, merchantId)
    const { kind } = await simulationState(app.kernel, tx, merchantId)
    const isForecastDue = shop !== undefined && (await lacksForecast(tx, merchantId, shop))
    return [
      ...lanes.rows.map(({ lane }) => ({ kind: 'delivery' as const, lane })),
      ...(shop?.connection?.status === 'connected' ? [{ kind: 'comparison' as const, lane: '' }] : []),
      ...(kind === 'due' ? [{ kind: 'simulation' as const, lane: '' }] : []),
      ...(isForecastDue ? [{ kind: 'forecast' as const, lane: '' }] : []),
    ]
  })
}

async function lacksForecast(
  tx: Tx,
  merchantId: number,
  { forecastAsOf, timeZone }: { forecastAsOf: Date | null; timeZone: string },
): Promise<boolean> {
  if (forecastAsOf && toDay(forecastAsOf, timeZone) === today(app.kernel.clock, timeZone)) return false
  const { rows } = await sql`
    select from variants where merchant_id = ${merchantId} and not exists (
      select from sync_runs where merchant_id = ${merchantId} and status = 'running') limit 1
  `.execute(tx)
  return rows.length > 0
}

const listDueTimes = ({ merchantId }: TestMerchant) =>
  app.kernel.db.directory
    .selectFrom('due_times')
    .select(['kind', 'lane', 'due_at as dueAt'])
    .where('merchant_id', '=', merchantId)
    .orderBy('kind')
    .orderBy('lane')
    .execute()

/** Expects an early enough due time for all work that falls due now or later, if nothing else happens. Returns the work. */
async function expectCovered(merchant: TestMerchant, after: string): Promise<Work[]> {
  const now = app.kernel.clock.now().getTime()
  const dueTimes = await listDueTimes(merchant)
  const found: Work[] = []
  for (const laterMs of [0, MINUTE_MS, HOUR_MS, 15 * HOUR_MS, DAY_MS, 3 * DAY_MS, 9 * DAY_MS]) {
    app.kernel.clock.set(new Date(now + laterMs).toISOString())
    for (const work of await findWork(merchant)) {
      const lease = leases[work.kind as keyof typeof leases]
      const noted = dueTimes.find(({ kind, lane }) => kind === work.kind && lane === work.lane)
      const isInTime = noted !== undefined && noted.dueAt.getTime() <= now + laterMs + lease
      expect([after, laterMs, work, isInTime]).toEqual([after, laterMs, work, true])
      found.push(work)
    }
  }
  app.kernel.clock.set(new Date(now).toISOString())
  return found
}

describe('the due times of a merchant', () => {
  it('cover all that the rows of the merchant say, in every state of an account', async () => {
    const merchant = await app.signUp()
    const { merchantId, request } = merchant
    const put = async (path: string, json: object) =>
      expect((await request(path, { method: 'PUT', json })).status).toBe(200)
    const hook = { isOn: true, webhookUrl: 'https://hooks.slack.com/services/T0/B0/abcd' }
    const alert = async (place: number) => {
      await inTenant(merchant, async (tx) => {
        const { variant_id: variantId } = await tx
          .selectFrom('variants')
          .select('variant_id')
          .where('merchant_id', '=', merchantId)
          .orderBy('variant_id')
          .offset(place)
          .executeTakeFirstOrThrow()
        await tx.deleteFrom('alerts').where('merchant_id', '=', merchantId).execute()
        await openNotifiedAlerts({ ...app.kernel, merchantId, tx }, [{ variantId }])
      })
    }
    const steps: readonly [string, () => Promise<unknown>][] = [
      ['signing up', async () => undefined],
      ['loading products', () => seedDemo(app.kernel, merchantId)],
      ['the first forecast', () => run('forecast-shop', merchantId)],
      ['the first simulation', () => run('simulate-shop', merchantId)],
      ['another lead time', () => put('/api/settings', { defaultSafetyStock: 5, defaultLeadTimeDays: 33 })],
      ['another simulation', () => run('simulate-shop', merchantId)],
      [
        'choosing a digest',
        () => put('/api/notifications', notificationSettings({ slack: { ...hook, timing: 'daily' } })),
      ],
      ['an alert for the digest', () => alert(0)],
      ['choosing messages at once', () => put('/api/notifications', notificationSettings({ slack: hook }))],
      ['an alert', () => alert(1)],
      [
        'a mail',
        () =>
          inTenant(merchant, (tx) =>
            queueMail(app.kernel, tx, {
              merchantId,
              kind: 'account',
              content: { subject: 'News', text: 'News', html: '<p>News</p>' },
            }),
          ),
      ],
      [
        'connecting a store',
        async () => {
          await insertConnection(app.kernel, { merchantId, shopDomain: `due-${merchantId}.myshopify.com` })
          await inTenant(merchant, (tx) => requestSync(app.kernel, tx, merchantId))
          await merchant.rows(sql`update merchants set forecast_as_of = null where id = ${merchantId}`)
        },
      ],
      [
        'a failed sync',
        () => merchant.rows(sql`update sync_runs set status = 'failed' where merchant_id = ${merchantId}`),
      ],
      ['the forecast after it', () => run('forecast-shop', merchantId)],
    ]
    const found: Work[] = []
    for (const [step, take] of steps) {
      await take()
      found.push(...(await expectCovered(merchant, step)))
    }
    const names = new Set(found.map(({ kind, lane }) => `${kind} ${lane}`.trim()))
    const all = ['comparison', 'delivery email:account', 'delivery slack:alerts', 'forecast', 'simulation']
    expect([...names].toSorted()).toEqual(all)
  })

  it('include only the retention of its rows after the store had its data deleted', async () => {
    const merchant = await app.signUp()
    const { merchantId } = merchant
    await seedDemo(app.kernel, merchantId)
    await insertConnection(app.kernel, { merchantId, shopDomain: `gone-${merchantId}.myshopify.com` })
    await inTenant(merchant, (tx) =>
      redactShop(app.kernel, tx, { merchantId, requestedAt: app.kernel.clock.now() }),
    )
    expect((await listDueTimes(merchant)).map(({ kind }) => kind)).toEqual(['retention'])
  })

  it('do not include a forecast or a simulation while there are no products', async () => {
    const merchant = await app.signUp()
    await run('forecast-shop', merchant.merchantId)
    await run('simulate-shop', merchant.merchantId)
    expect((await listDueTimes(merchant)).map(({ kind }) => kind)).toEqual(['retention'])
  })
})

it('all schedules together send each job of a merchant once, however often and however many at a time they run', async () => {
  const merchants = await Promise.all([app.signUp(), app.signUp(), app.signUp()])
  for (const merchant of merchants) await seedDemo(app.kernel, merchant.merchantId)
  app.kernel.clock.advance(2 * DAY_MS)
  app.kernel.sentJobs.length = 0
  const schedules = ['schedule-night', 'schedule-retention', 'schedule-reconcile', 'schedule-simulations']
  for (let times = 0; times < 2; times++) {
    await Promise.all([...schedules, ...schedules].map((name) => run(name, 0)))
  }
  const sent = app.kernel.sentJobs.map(({ name, options }) => `${name} ${options.key}`).toSorted()
  const expected = merchants.flatMap(({ merchantId }) => [
    `delete-old-rows ${merchantId}`,
    `forecast-shop ${merchantId}`,
  ])
  expect(sent).toEqual(expected.toSorted())
})
