import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../http/observe-requests.ts'
import type { Kernel } from '../kernel.ts'
import { onProviderCall } from '../telemetry/provider-calls.ts'
import { checkReadiness } from './check-readiness.ts'
import { createDatabaseFigures } from './database-figures.ts'
import { addDatabaseMetrics } from './database-metrics.ts'
import { keepFor } from './keep-for.ts'

const CHECK_TIMES = { keepMs: 15_000, deadlineMs: 4000 }

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of this process. None has a label with a merchant, an address or a path that a caller chose. */
export function createMetrics(kernel: Kernel, countStreams: () => number) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'stockcast_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  addProcessMetrics(register, kernel, countStreams)
  addDiskMetrics(register, kernel)
  addCheckMetrics(register, kernel)
  addDatabaseMetrics(register, createDatabaseFigures(kernel))
  return {
    text: () => register.metrics(),
    contentType: register.contentType,
    observeRequest: ({ method, route, status, seconds }: Answered) =>
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    close: observeProviderCalls(register),
  }
}

/** Returns what ends it. */
function observeProviderCalls(register: Registry): () => void {
  const calls = new Histogram({
    name: 'stockcast_provider_call_seconds',
    help: 'Time of a call to a provider; outcome is ok, throttled, refused or failed.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  })
  return onProviderCall(({ provider, outcome, seconds }) => calls.observe({ provider, outcome }, seconds))
}

function addProcessMetrics(
  register: Registry,
  { config, db, jobs }: Kernel,
  countStreams: () => number,
): void {
  new Gauge({
    name: 'stockcast_build_info',
    help: 'Always 1; the labels tell what runs.',
    labelNames: ['version', 'role'],
    registers: [register],
  }).set({ version: readVersion(), role: config.role }, 1)
  new Gauge({
    name: 'stockcast_database_connections',
    help: 'Connections in the pool, and callers waiting for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, db.pool.totalCount)
      this.set({ state: 'idle' }, db.pool.idleCount)
      this.set({ state: 'waiting' }, db.pool.waitingCount)
      this.set({ state: 'most' }, config.databasePoolSize)
    },
  })
  new Gauge({
    name: 'stockcast_event_streams',
    help: 'Open live event streams.',
    registers: [register],
    collect() {
      this.set(countStreams())
    },
  })
  if (config.role === 'web') return
  new Gauge({
    name: 'stockcast_worker_silent_seconds',
    help: 'For how long this worker has not looked for jobs, which it does twice a second.',
    registers: [register],
    collect() {
      this.set((jobs.silentMs() ?? 0) / 1000)
    },
  })
}

function addDiskMetrics(register: Registry, { disk }: Kernel): void {
  new Gauge({
    name: 'stockcast_disk_free_bytes',
    help: 'Free space; below stockcast_disk_reserve_bytes imports, syncs and demos are paused.',
    labelNames: ['folder'],
    registers: [register],
    async collect() {
      const { freeBytes } = await disk.look()
      for (const [folder, bytes] of Object.entries(freeBytes)) this.set({ folder }, bytes)
    },
  })
  new Gauge({
    name: 'stockcast_disk_reserve_bytes',
    help: 'Free space reserved for everything except bulk writes.',
    registers: [register],
    collect() {
      this.set(disk.minFreeBytes)
    },
  })
}

function addCheckMetrics(register: Registry, kernel: Kernel): void {
  const check = keepFor(
    CHECK_TIMES,
    () => checkReadiness(kernel),
    (error) => kernel.log.warn({ err: error }, 'readiness not checked'),
  )
  new Gauge({
    name: 'stockcast_check_ok',
    help: 'Whether a part that /readyz checks is in order.',
    labelNames: ['check'],
    registers: [register],
    async collect() {
      const readiness = await check()
      this.reset()
      for (const [name, text] of Object.entries(readiness?.checks ?? { database: '' })) {
        this.set({ check: name }, text === 'ok' ? 1 : 0)
      }
    },
  })
}

function readVersion(): string {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
