// Measures the list of what to order, its drafts, and how long its plans take to derive:
// npm run -s bench:order-list -- [--variants 10000]
import { parseArgs } from 'node:util'
import { paths } from '@stockcast/contract'
import { epochDay, today as todayOf } from '../apps/server/src/calendar.ts'
import { insertCatalog } from '../apps/server/src/testing/insert-catalog.ts'
import { createTestApp } from '../apps/server/src/testing/test-app.ts'
import { wireProjection } from '../apps/server/src/wire-projection.ts'
import { fillSuppliers } from './order-list/fill-suppliers.ts'
import { openAsSuperuser } from './product/database.ts'
import { quantile } from './product/quantiles.ts'
import { startServices } from './product/start-services.ts'

const SUPPLIERS = 300
const OPEN_LINES = 2000
const REQUESTS = 100
const MOST_LIST_MS = 300
const DRAFTS = 50
const MOST_DRAFTS_MS = 2000

const { values } = parseArgs({ options: { variants: { type: 'string', default: '10000' } } })
const variants = Number(values.variants)
const failures: string[] = []

const services = await startServices()
try {
  await bench()
} finally {
  await services.stop()
}
for (const failure of failures) console.error(`failed: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function bench(): Promise<void> {
  const app = await createTestApp({ database: { appUrl: services.databaseUrl } })
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const today = epochDay(todayOf(app.kernel.clock, 'UTC'))
  const variantIds = await insertCatalog(app.kernel, {
    merchantId,
    variants: Array.from({ length: variants }, (_, i) => ({
      title: `Coffee ${i}`,
      price: 8 + (i % 60),
      available: (i * 31) % 240,
      sales: [1, 2, 3],
    })),
  })
  const database = await openAsSuperuser(services.superuserUrl)
  await fillSuppliers(database, {
    merchantId,
    variantIds,
    suppliers: SUPPLIERS,
    openLines: OPEN_LINES,
    today,
  })
  await database.rows('analyze')
  await database.close()

  const deriving = performance.now()
  await wireProjection(app.kernel).refresh({ merchantId, variantIds: null })
  print('projections, alerts and plans of all', `${((performance.now() - deriving) / 1000).toFixed(1)} s`)

  for (const query of [
    '',
    '?budget=3000000',
    '?due=due&sort=valuePerCost&order=desc',
    '?search=coffee%2012',
  ]) {
    const times: number[] = []
    let total = 0
    for (let i = 0; i < REQUESTS; i++) {
      const start = performance.now()
      const response = await merchant.request(`${paths.orderList}${query}`)
      const list = (await response.json()) as { total: number }
      times.push(performance.now() - start)
      total = list.total
    }
    const p95 = quantile(times, 0.95)
    print(
      `list${query}`,
      `${total} rows, median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    )
    if (p95 > MOST_LIST_MS) failures.push(`list${query}: p95 ${p95.toFixed(0)} ms`)
  }
  await drafts(merchant.request)
  await app.close()
}

async function drafts(request: (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>) {
  type Row = { variantId: number; supplier: { id: number } | null; quantity: number }
  const response = await request(`${paths.orderList}?due=due&pageSize=500`)
  const { rows } = (await response.json()) as { rows: Row[] }
  const ordered = rows.filter(({ supplier, quantity }) => supplier !== null && quantity > 0)
  const chosen = new Set([...new Set(ordered.map(({ supplier }) => supplier!.id))].slice(0, DRAFTS))
  const lines = ordered
    .filter(({ supplier }) => chosen.has(supplier!.id))
    .map(({ variantId, supplier, quantity }) => ({ variantId, supplierId: supplier!.id, units: quantity }))
  const start = performance.now()
  const created = await request(paths.orderListDrafts, { method: 'POST', json: { lines } })
  const { orders } = (await created.json()) as { orders: unknown[] }
  const milliseconds = performance.now() - start
  print('drafts', `${orders.length} of ${lines.length} lines in ${milliseconds.toFixed(0)} ms`)
  if (milliseconds > MOST_DRAFTS_MS) failures.push(`drafts: ${milliseconds.toFixed(0)} ms`)
}

function print(name: string, text: string): void {
  console.log(`${name.padEnd(44)} ${text}`)
}
