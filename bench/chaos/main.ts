// Disturbs two web and two worker processes while merchants read, sell, import and are alerted: processes are killed or replaced,
// PostgreSQL is killed or away, providers fail. What was acknowledged must be there, once; reads may fail only while what serves
// them is gone, and are compared with a quiet time. Then lives of paying merchants with lost events and interrupted steps:
// npm run -s bench:chaos -- [--part product,billing] [--times 60] [--seed N] [--lives 1000]
import { setTimeout as sleep } from 'node:timers/promises'
import { runSequence, type SequenceResult } from '@stockcast/testkit/billing'
import { randomNumbers } from '@stockcast/testkit/random-numbers'
import { type DatabaseProxy, startDatabaseProxy } from '../../apps/server/src/testing/database-proxy.ts'
import { createTestKernel } from '../../apps/server/src/testing/index.ts'
import { freePort } from '../../tools/postgres/local-address.ts'
import { fail, insist, insistOn, print, quantile, readOptions, stopwatch, until } from '../launch/figures.ts'
import { type Merchant, openStore, PAGE_READS, type Store, signUp } from '../launch/merchant.ts'
import { untilQuiet } from '../launch/quiet.ts'
import { type Service, type Services, withServices } from '../launch/services.ts'
import { alerting } from './alerting.ts'
import { openGate } from './gate.ts'
import { importing } from './importing.ts'
import { selling } from './selling.ts'

const AT_ONCE = 6

const FAULTS = { slack: '5xx', mail: '451', twilio: '5xx' }
const PROCESSES = 2
const QUIET_MS = 15_000
const AWAY_MS = 8000
const PAUSE_MS = 1500
const MAX_BACK_SECONDS = 10
const MAX_STOP_SECONDS = 10

const defaults = { part: 'product,billing', times: 60, seed: Date.now() % 1_000_000, lives: 1000 }
const { part, times, seed, lives } = readOptions(defaults)
const random = randomNumbers(seed)
console.log(`--seed ${seed}`)
if (part.includes('product')) await disturbProduct()
if (part.includes('billing')) await withServices((services) => simulatePayingMerchants(services, lives, seed))

async function disturbProduct(): Promise<void> {
  const ports = [await freePort(), await freePort()]
  const gate = await openGate(ports)
  let proxy: DatabaseProxy | undefined
  await withServices((services) => bench(services, { ports, url: gate.url, proxy: proxy! }), {
    environment: async (databaseUrl) => {
      proxy = await startDatabaseProxy(databaseUrl)
      const own = { PUBLIC_URL: gate.url, APP_URL: gate.url, DATABASE_URL: proxy.url }
      return { ...own, DRAIN_SECONDS: '2', LOG_LEVEL: 'warn' }
    },
  })
  gate.close()
  await proxy?.close()
}

type Place = { service: Service; start: () => Promise<Service> }
type Read = { path: string; ms: number; status: number }

async function bench(
  services: Services,
  { ports, url, proxy }: { ports: readonly number[]; url: string; proxy: DatabaseProxy },
): Promise<void> {
  const { sandbox, database } = services
  const starts = [
    ...ports.map((port) => () => services.startServer('web', { port })),
    ...ports.map(() => () => services.startServer('worker')),
  ]
  const places = await Promise.all(
    starts.map(async (start): Promise<Place> => ({ service: await start(), start })),
  )
  const [store, probe] = [await openStore(url, 'tiny-chaos'), await openStore(url, 'tiny-probe')]
  const [notified, importer] = [await signUp(url), await signUp(url)]
  const works = [
    await importing(importer, database),
    await alerting(services, notified),
    await selling(services, store),
  ]
  const end = new AbortController()
  const reads: Read[] = []
  const reading = [store.merchant, notified, importer, probe.merchant].map((merchant) =>
    keepOn(readPages(merchant, reads), 100, end.signal),
  )
  const working = Promise.all(works.map(({ doOne }) => keepOn(doOne, PAUSE_MS, end.signal)))
  // A failure is reported where it is awaited.
  working.catch(() => undefined)
  await sleep(QUIET_MS)
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  const quiet = p99(reads.splice(0).map(({ ms }) => ms))
  const disturbed: number[] = []
  const kinds = disturbances(services, places, proxy)
  const plan = Array.from({ length: times }, (_, n) => ({ kind: kinds[n % kinds.length]!, at: random() }))
  for (const [n, { kind }] of plan.toSorted((a, b) => a.at - b.at).entries()) {
    const { name, excused, disturb } = kind
    await sleep(random() * PAUSE_MS)
    await disturb()
    const since = stopwatch()
    await untilApplied(services, probe)
    print(`${n + 1}. ${name}`, `works again after ${since().toFixed(1)} s`)
    insistOn(since() <= MAX_BACK_SECONDS, `back later than ${MAX_BACK_SECONDS} s`)
    const taken = reads.splice(0)
    disturbed.push(...taken.map(({ ms }) => ms))
    for (const { path, status } of taken)
      if (status !== 200 && status !== excused) fail(`${name}: ${path} got ${status}`)
    await insist(() => sandbox.advance(2))
  }
  end.abort()
  await Promise.all(reading)
  const ratio = p99(disturbed) / quiet
  print('p99 of reads', `${p99(disturbed).toFixed(0)} ms, ${ratio.toFixed(1)} × that of a quiet time`)
  const done = await working
  print('worked', works.map(({ name }, n) => `${done[n]} ${name}`).join(', '))
  await untilQuiet(services, store)
  for (const each of works) for (const fault of await each.judge()) fail(fault)
  const dead = await database.rows<{ name: string }>(`select name from jobs.job where name like '%-dead'`)
  for (const { name } of dead) fail(`a job was given up: ${name}`)
}

/** Returns the disturbances, with the status of failed reads that each excuses: 0 without an answer, 200 for none. */
function disturbances(services: Services, places: readonly Place[], proxy: DatabaseProxy) {
  const { setFault } = services.sandbox
  const replace = async (place: Place, signal: 'SIGKILL' | 'SIGTERM') => {
    const since = stopwatch()
    const code = await place.service.end(signal)
    const isInTime = signal === 'SIGKILL' || (code === 0 && since() <= MAX_STOP_SECONDS)
    insistOn(isInTime, `a process stopped in ${since().toFixed(1)} s with ${code}`)
    place.service = await place.start()
  }
  const kill = (first: number) => replace(places[first + Math.floor(random() * PROCESSES)]!, 'SIGKILL')
  return [
    { name: 'kill a web process', excused: 0, disturb: () => kill(0) },
    { name: 'kill a worker', excused: 200, disturb: () => kill(PROCESSES) },
    {
      name: 'kill PostgreSQL',
      excused: 503,
      disturb: async () => void process.kill(services.databasePid(), 'SIGKILL'),
    },
    {
      name: 'database away',
      excused: 503,
      disturb: async () => {
        proxy.setFault('refuse')
        proxy.cut()
        await sleep(AWAY_MS)
        proxy.setFault('none')
      },
    },
    {
      name: 'replace all processes',
      excused: 200,
      disturb: async () => {
        for (const place of places) await replace(place, 'SIGTERM')
      },
    },
    {
      name: 'providers fail',
      excused: 200,
      disturb: async () => {
        for (const [provider, kind] of Object.entries(FAULTS)) await setFault({ provider, kind, ratio: 0.6 })
        await sleep(AWAY_MS)
        for (const provider of Object.keys(FAULTS)) await setFault({ provider, kind: 'none' })
      },
    },
  ]
}

/** Adds a unit to a store and waits until the product shows it. */
async function untilApplied({ sandbox, database }: Services, { merchantId, shop }: Store): Promise<void> {
  const variant = (await sandbox.variants(shop)).variants.find((each) => each.isTracked)!
  const query = 'select sum(available) from inventory_levels where merchant_id = $1 and variant_id = $2'
  const stock = () => database.number(query, [merchantId, variant.variantId])
  const before = await stock()
  await sandbox.receive(shop, variant.variantId, 1)
  await until('a change of stock', async () => (await stock()) > before)
}

function readPages(merchant: Merchant, reads: Read[]): () => Promise<void> {
  let n = 0
  return async () => {
    const path = PAGE_READS[n++ % PAGE_READS.length]!
    const start = performance.now()
    const status = await merchant.get(path).then(
      () => 200,
      (error: Error) => Number(/: (\d{3}) /.exec(error.message)?.[1] ?? 0),
    )
    reads.push({ path, ms: performance.now() - start, status })
  }
}

/** Repeats an activity with pauses until it is to end, and returns how often; each step is completed before the next one. */
async function keepOn(doOne: () => Promise<void>, pauseMs: number, end: AbortSignal): Promise<number> {
  let times = 0
  for (; !end.aborted; times++) {
    await doOne()
    await sleep(pauseMs)
  }
  return times
}

async function simulatePayingMerchants(services: Services, count: number, first: number): Promise<void> {
  const database = { appUrl: services.databaseUrl }
  const kernel = await createTestKernel({ database, env: { DATABASE_POOL_SIZE: '12' } })
  const watch = stopwatch()
  const results: SequenceResult[] = []
  for (let n = 0; n < count; n += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => first + n + i)
    results.push(...(await Promise.all(seeds.map((seed) => runSequence(kernel, seed)))))
  }
  const sum = (of: (result: SequenceResult) => number) => results.reduce((all, each) => all + of(each), 0)
  print(`${results.length} lives of payers`, `${sum((r) => r.steps)} steps in ${watch().toFixed(0)} s`)
  print('killed, events lost or late', `${sum((r) => r.kills)}, ${sum((r) => r.undelivered)}`)
  for (const fault of results.flatMap(({ faults }) => faults)) fail(fault)
  await kernel.close()
}
