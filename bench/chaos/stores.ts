import { compareStore } from '../launch/compare-store.ts'
import type { Database } from '../launch/database.ts'
import { connectStore, type Merchant, signUp, waitForRun } from '../launch/merchant.ts'
import { reconcileNow, type Store, untilQuiet } from '../launch/quiet.ts'
import { FAITHFUL, type Sandbox } from '../launch/sandbox.ts'
import { type Probe, probeOf } from './back.ts'
import type { LaunchedProduct } from './launch-product.ts'
import { lostWebhooks, type WebhookGate } from './webhook-gate.ts'
import { insist, insistOnChange, type Work } from './work.ts'

const BAD_DELIVERY = { duplicateRatio: 0.2, dropRatio: 0.05, shuffleWindow: 50 }
const EVENTS = 40
const FORECAST_EVERY = 3

interface Context {
  product: Pick<LaunchedProduct, 'databaseUrl' | 'sandboxUrl'>
  gate: WebhookGate
  database: Database
  sandbox: Sandbox
}

export type OpenStore = Store & { merchant: Merchant }

/** Connects the store under test, and another one whose changes show whether the product works. */
export async function openShops(context: Context, shop: string): Promise<{ store: OpenStore; probe: Probe }> {
  const store = await openStore(context, shop)
  const other = await openStore(context, 'tiny-probe')
  await context.sandbox.setDelivery(store.shop, BAD_DELIVERY)
  return { store, probe: await probeOf(context.sandbox, other) }
}

async function openStore(context: Context, shop: string): Promise<OpenStore> {
  const { url } = context.gate
  const merchant = await signUp(url)
  await connectStore(merchant, { url, shop })
  await waitForRun(merchant, ({ phase }) => phase === 'done')
  const store = { merchant, merchantId: merchant.id, shop }
  await untilQuiet(context, store)
  return store
}

/** Sells, edits and refunds with unreliable webhooks, and asks for forecasts and syncs in between. */
export function selling(context: Context, { merchant, ...store }: OpenStore): Work {
  const { gate, sandbox, database, product } = context
  let seed = 0
  return {
    name: 'bursts of webhooks',
    doOne: async () => {
      seed++
      // A burst that a killed sandbox interrupted is partly in the store.
      await sandbox.burst(store.shop, EVENTS, seed).catch(() => undefined)
      if (seed % FORECAST_EVERY !== 0) return
      const path = seed % (2 * FORECAST_EVERY) === 0 ? 'shopify-sync-inventory' : 'forecast-stockout'
      await insistOnChange(() => merchant.post(`/functions/${path}`, { merchant_id: store.merchantId }))
    },
    judge: async () => {
      await insist(() => sandbox.setDelivery(store.shop, FAITHFUL))
      await reconcileNow(context, store)
      await untilQuiet(context, store)
      const { rows, faults } = await compareStore(product, database, store)
      for (const [table, count] of Object.entries(rows))
        console.log(`  ${table.padEnd(10)} ${count} rows in the store`)
      console.log(`webhooks     ${gate.acknowledged.size} acknowledged`)
      return [...faults, ...(await lostWebhooks(database, gate))]
    },
  }
}

/** Checks that all products have forecasts and that no job was given up. */
export async function judgeForecasts(database: Database, merchants: readonly number[]): Promise<string[]> {
  const without = await database.rows<{ merchant_id: number; variants: number }>(
    `select v.merchant_id::int, count(*)::int as variants from variants v
     left join forecasts f using (merchant_id, variant_id)
     where v.merchant_id = any($1) and f.variant_id is null group by 1`,
    [merchants],
  )
  const dead = await database.rows<{ name: string; jobs: number }>(
    `select name, count(*)::int as jobs from jobs.job where name like '%-dead' group by name`,
  )
  return [
    ...without.map((row) => `${row.variants} products of merchant ${row.merchant_id} have no forecast`),
    ...dead.map(({ name, jobs }) => `${jobs} jobs in ${name}`),
  ]
}
