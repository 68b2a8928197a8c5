import { setTimeout as sleep } from 'node:timers/promises'
import { refreshProjectionsTask } from '../../apps/server/src/store/changes/queue-refresh.ts'
import { forecastShopTask } from '../../apps/server/src/store/changes/request-forecast.ts'
import { insertCatalog } from '../../apps/server/src/testing/insert-catalog.ts'
import type { Database } from '../launch/database.ts'
import { insist, print, until } from '../launch/figures.ts'
import { openKernel } from '../launch/kernel.ts'
import type { Merchant } from '../launch/merchant.ts'
import { CHANNELS, type Channel, switchOn } from '../launch/outboxes.ts'
import type { Services } from '../launch/services.ts'

const PRODUCTS = 400
const AMPLE_STOCK = 500
/** Below the safety stock that a new merchant has. */
const LAST_UNITS = 3
const DRAIN_TURNS = 200
const DRAIN_EVERY_MS = 1500

/** Sells out one product after the other. Each alert must arrive once on each channel. */
export async function alerting(services: Services, merchant: Merchant) {
  const { database, sandbox } = services
  const kernel = await openKernel(services)
  const listMessages = await switchOn(merchant, sandbox)
  const sales = Array(60).fill(6)
  const variants = Array.from({ length: PRODUCTS }, (_, n) => {
    return { title: `Product ${n}`, available: AMPLE_STOCK, sales }
  })
  const merchantId = merchant.id
  const ids = await insertCatalog(kernel, { merchantId, firstId: merchantId * 100_000, variants })
  await kernel.jobs.prepare([forecastShopTask, refreshProjectionsTask])
  await kernel.jobs.send(forecastShopTask, { merchantId })
  const made = 'select 1 as one from merchants where id = $1 and forecast_as_of is not null'
  await until('the forecasts', async () => (await database.rows(made, [merchantId])).length > 0)
  const sellOut = (variantId: number) =>
    kernel.db.withTenant(merchantId, async (tx) => {
      await tx
        .updateTable('inventory_levels')
        .set({ available: LAST_UNITS, on_hand: LAST_UNITS })
        .where('merchant_id', '=', merchantId)
        .where('variant_id', '=', variantId)
        .execute()
      await kernel.jobs.send(refreshProjectionsTask, { merchantId, variantIds: [variantId] }, { tx })
    })
  let soldOut = 0
  return {
    name: 'alerts',
    doOne: async () => {
      const next = ids[soldOut]
      if (next === undefined) return
      await insist(() => sellOut(next))
      soldOut++
    },
    judge: async () => {
      await drain(services)
      await kernel.close()
      const faults: string[] = []
      for (const channel of CHANNELS) {
        const messages = await listMessages(channel)
        faults.push(...(await judgeChannel(database, { merchantId, channel, soldOut, messages })))
      }
      return faults
    },
  }
}

/** Moves the clock until nothing waits; after five SMS in a day, further ones are sent the next day. */
async function drain({ database, sandbox }: Services): Promise<void> {
  for (let turn = 0; turn < DRAIN_TURNS; turn++) {
    const open = `select 1 as one from pending_notifications where status in ('waiting', 'assigned') limit 1`
    if ((await database.rows(open)).length === 0) return
    await sandbox.advance(turn < 20 ? 20 : 240)
    await sleep(DRAIN_EVERY_MS)
  }
}

type Message = { content: string; isMarkedRepeated: boolean }

async function judgeChannel(
  database: Database,
  sent: { merchantId: number; channel: Channel; soldOut: number; messages: Message[] },
): Promise<string[]> {
  const { merchantId, channel, soldOut, messages } = sent
  const count = (what: string) =>
    database.number(`select ${what} where merchant_id = $1 and channel = $2 and status = 'sent'`, [
      merchantId,
      channel,
    ])
  const alerts = await count('count(distinct alert_id) from pending_notifications')
  const deliveries = await count(`count(*) filter (where kind = 'alerts') from deliveries`)
  const texts = [...Map.groupBy(messages, ({ content }) => content.replace(/\s+/g, ' ').trim()).values()]
  // The first try may not have arrived; then all that did are marked as repeated.
  const twice = texts.filter((same) => same.filter(({ isMarkedRepeated }) => !isMarkedRepeated).length > 1)
  const marked = texts.filter((same) => same.length > 1).length - twice.length
  print(
    `${alerts} alerts by ${channel}`,
    `in ${texts.length} messages, ${marked} of them again and marked so`,
  )
  return [
    ...(alerts === soldOut ? [] : [`${channel}: ${alerts} of ${soldOut} alerts were sent`]),
    ...(texts.length === deliveries ? [] : [`${channel}: ${texts.length} of ${deliveries} messages arrived`]),
    ...(twice.length === 0 ? [] : [`${channel}: ${twice.length} messages arrived twice, unmarked`]),
  ]
}
