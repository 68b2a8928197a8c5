import { setTimeout as sleep } from 'node:timers/promises'
import { type Import, importSchema } from '../../packages/contract/src/index.ts'
import { insistOn, print, stopwatch } from '../launch/figures.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { peakMegabytes } from '../launch/process-cost.ts'
import type { Services } from '../launch/services.ts'
import { copyRows } from './copy-rows.ts'
import { getSku, type SalesRows, SKUS, salesRows } from './sales-rows.ts'

/** Maximum time in seconds for a million rows, and for a small file. */
const MAX_SECONDS = 60
const MAX_FOR_FEW = 15
const POLL_MS = 100

/** Measures the import of a file of sales, beside a COPY of what it leaves; then again, and with faults in it. */
export async function importSales(services: Services, rows: number): Promise<void> {
  const web = await services.startServer('web')
  const worker = await services.startServer('worker')
  const merchant = await signUp(services.url)
  const items = Array.from({ length: SKUS }, (_, n) => ({
    sku: getSku(n),
    product: `Product ${n}`,
    stock: 100,
  }))
  await merchant.put('/api/inventory', { items })
  const file = salesRows(rows)
  const memory = () => [web, worker].map(({ child }) => peakMegabytes(child.pid)).join(' and ')
  for (const what of ['import of', 'the same file again,']) {
    const { seconds, checkSeconds } = await importFile(merchant, file)
    print(
      `${what} ${rows} rows`,
      `${seconds.toFixed(1)} s, of them ${checkSeconds.toFixed(1)} s until checked`,
    )
    print('  web and worker at most', `${memory()} MB`)
    const [stored] = await services.database.rows<{ rows: number; units: number }>(
      'select count(*)::int as rows, sum(units_sold)::int as units from sales_daily',
    )
    const isWhole = stored?.rows === rows && stored.units === file.units
    insistOn(isWhole, `there are ${stored?.rows} rows, ${stored?.units} units of ${file.units}`)
    const most = Math.max(MAX_FOR_FEW, (MAX_SECONDS * rows) / 1_000_000)
    insistOn(seconds <= most, `it took more than ${most} s`)
    const copy = await copyRows(services)
    print('  ÷ COPY of what it left', `${(seconds / copy.seconds).toFixed(1)} ×`)
  }
  const faults = { 3: 'x', [Math.floor(rows / 2)]: 'many', [rows + 1]: '1.5' }
  const faulty = await upload(merchant, salesRows(rows, faults))
  const lines = faulty.faults.map(({ line }) => line)
  print('faults found', `on lines ${lines.join(', ')}`)
  insistOn(`${lines}` === `${Object.keys(faults).map(Number)}`, 'other faults were found')
}

async function importFile(
  merchant: Merchant,
  file: SalesRows,
): Promise<{ seconds: number; checkSeconds: number }> {
  const watch = stopwatch()
  const checked = await upload(merchant, file)
  const checkSeconds = watch()
  if (checked.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(checked)}`)
  await merchant.post(`/api/imports/${checked.id}/apply`, {})
  const applied = await follow(merchant, checked.id)
  const seconds = watch()
  if (applied.status !== 'applied') throw new Error(`not applied: ${applied.message}`)
  return { seconds, checkSeconds }
}

async function upload(merchant: Merchant, file: SalesRows): Promise<Import> {
  const { id } = importSchema.parse(await merchant.upload('/api/imports?kind=sales', file.stream()))
  return follow(merchant, id)
}

/** Waits until the import is no longer in progress. */
async function follow(merchant: Merchant, id: number): Promise<Import> {
  for (;;) {
    const current = importSchema.parse(await merchant.get(`/api/imports/${id}`))
    if (!['uploaded', 'checking', 'applying'].includes(current.status)) return current
    await sleep(POLL_MS)
  }
}
