// Imports a million rows of sales from a file: npm run -s bench:import
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Import, importSchema, productListSchema } from '../../packages/contract/src/index.ts'
import { forgetPeak, peakMegabytes } from '../launch/memory.ts'
import { type Merchant, signUp } from '../launch/merchant.ts'
import { type Service, startServices } from '../launch/start-services.ts'
import { copyRows } from './copy-rows.ts'
import { type SalesFile, SKUS, salesFile, skuOf } from './sales-rows.ts'

const ROWS = 1_000_000
const SMALL_ROWS = 100_000
const MAX_SECONDS = 60
/** Most memory that ten times the rows may add to a process. */
const MAX_GROWTH_MEGABYTES = 100
const POLL_MS = 100
const FAULTS = { 3: 'x', 500000: '-1', [ROWS + 1]: '1.5' }

const services = await startServices()
const processes = await startProcesses()
try {
  await bench()
} finally {
  await services.stop()
}

async function startProcesses(): Promise<{ web: Service; worker: Service }> {
  const web = await services.startServer('web')
  return { web, worker: await services.startServer('worker') }
}

async function bench(): Promise<void> {
  const merchant = await signUp(services.url)
  await merchant.put('/api/inventory', { items: products() })
  await quiet(merchant)

  const small = await importFile(merchant, salesFile(SMALL_ROWS))
  print(`${SMALL_ROWS} rows`, describe(small))
  await quiet(merchant)
  const file = salesFile(ROWS)
  const large = await importFile(merchant, file)
  print(`${ROWS} rows`, describe(large))
  require(large.seconds <= MAX_SECONDS, `it took more than ${MAX_SECONDS} s`)
  require(large.steps > 2, 'its progress was not visible')
  for (const name of ['web', 'worker'] as const) {
    for (const phase of ['checking', 'applying'] as const) {
      const growth = large[phase][name] - small[phase][name]
      const what = `${name} grew by ${growth} MB with ten times the rows while ${phase}`
      require(!(growth > MAX_GROWTH_MEGABYTES), what)
    }
  }
  await requireSales('after the import', file)

  const copy = await copyRows(services.superuserUrl, services.databaseFolder)
  print('COPY of what it left', `${copy.rows} rows in ${copy.seconds.toFixed(1)} s`)
  print('  the import takes', `${(large.seconds / copy.seconds).toFixed(1)} × as long`)

  await quiet(merchant)
  print('the same file again', describe(await importFile(merchant, file)))
  await requireSales('after the same file again', file)

  const watch = stopwatch()
  const faulty = await upload(merchant, salesFile(ROWS, FAULTS), () => undefined)
  const lines = faulty.faults.map(({ line }) => line)
  print('faults found', `on lines ${lines.join(', ')} in ${watch().toFixed(1)} s`)
  require(faulty.status === 'faulty' &&
    `${lines}` === `${Object.keys(FAULTS).map(Number)}`, 'other faults were found')
}

function products(): object[] {
  return Array.from({ length: SKUS }, (_, n) => ({ sku: skuOf(n), product: `Product ${n}`, stock: 100 }))
}

interface Memory {
  web: number
  worker: number
}

interface Measured {
  seconds: number
  checkSeconds: number
  /** Number of different progress values seen. */
  steps: number
  /** Peak memory while the file was checked, and while it was written. */
  checking: Memory
  applying: Memory
}

/**
 * Measures from the first byte sent to the last row written, with a worker that has made no forecasts yet.
 */
async function importFile(merchant: Merchant, file: SalesFile): Promise<Measured> {
  await processes.worker.kill('SIGTERM')
  processes.worker = await services.startServer('worker')
  const seen = new Set<number>()
  const watch = stopwatch()
  const checking = watchMemory()
  const checked = await upload(merchant, file, ({ bytesRead }) => {
    seen.add(bytesRead)
    checking.look()
  })
  const checkSeconds = watch()
  if (checked.status !== 'ready') throw new Error(`not ready: ${JSON.stringify(checked)}`)
  const applying = watchMemory()
  await merchant.post(`/api/imports/${checked.id}/apply`, {})
  const applied = await follow(merchant, checked.id, ({ status }) => {
    // Forecasts start once the import is applied, and are measured separately.
    if (status === 'applying') applying.look()
  })
  const seconds = watch()
  if (applied.status !== 'applied') throw new Error(`not applied: ${applied.message}`)
  return { seconds, checkSeconds, steps: seen.size, checking: checking.most(), applying: applying.most() }
}

/** Watches the peak memory of both processes from now on. */
function watchMemory(): { look(): void; most(): Memory } {
  let most = { web: 0, worker: 0 }
  for (const { child } of Object.values(processes)) forgetPeak(child.pid)
  return {
    look: () => {
      most = {
        web: peakMegabytes(processes.web.child.pid),
        worker: peakMegabytes(processes.worker.child.pid),
      }
    },
    most: () => most,
  }
}

async function upload(
  merchant: Merchant,
  file: SalesFile,
  onStep: (current: Import) => void,
): Promise<Import> {
  const { id } = importSchema.parse(await merchant.upload('/api/imports?kind=sales', file.stream()))
  return follow(merchant, id, onStep)
}

/** Waits until the import is no longer in progress. */
async function follow(merchant: Merchant, id: number, onStep: (current: Import) => void): Promise<Import> {
  for (;;) {
    const current = importSchema.parse(await merchant.get(`/api/imports/${id}`))
    onStep(current)
    if (!['uploaded', 'checking', 'applying'].includes(current.status)) return current
    await sleep(POLL_MS)
  }
}

/** Waits for the forecasts that follow an import, so that they are not measured with the next. */
async function quiet(merchant: Merchant): Promise<void> {
  for (let before = ''; ; await sleep(2000)) {
    const { forecastAsOf } = productListSchema.parse(await merchant.get('/api/products?pageSize=1'))
    if (forecastAsOf !== null && forecastAsOf === before && (await jobsAreDone())) return
    before = forecastAsOf ?? ''
  }
}

async function jobsAreDone(): Promise<boolean> {
  const open = await query<{ count: number }>(
    "select count(*)::int as count from jobs.job where state in ('created', 'retry', 'active') and name not like '%-dead'",
  )
  return open?.count === 0
}

async function requireSales(when: string, { rows, units }: SalesFile): Promise<void> {
  const stored = await query<{ rows: number; units: number }>(
    'select count(*)::int as rows, sum(units_sold)::int as units from sales_daily',
  )
  print(`  sales ${when}`, `${stored?.rows} rows, ${stored?.units} units`)
  require(stored?.rows === rows && stored.units === units, `there are not ${rows} rows of ${units} units`)
}

async function query<Row extends object>(text: string): Promise<Row | undefined> {
  const client = new Client({ connectionString: services.superuserUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows[0]
  } finally {
    await client.end()
  }
}

function describe({ seconds, checkSeconds, steps, checking, applying }: Measured): string {
  const memory = ({ web, worker }: Memory) => `web ${web} MB, worker ${worker} MB`
  return [
    `${seconds.toFixed(1)} s; ${checkSeconds.toFixed(1)} s until checked, ${steps} steps of progress seen`,
    `most memory while checked: ${memory(checking)}; while written: ${memory(applying)}`,
  ].join('\n'.padEnd(38))
}

function require(holds: boolean, otherwise: string): void {
  if (holds) return
  console.log(`FAILED  ${otherwise}`)
  process.exitCode = 1
}

function stopwatch(): () => number {
  const start = performance.now()
  return () => (performance.now() - start) / 1000
}

function print(what: string, value: string): void {
  console.log(`${what.padEnd(36)} ${value}`)
}
