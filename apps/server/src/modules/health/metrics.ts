import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Kernel } from '../../kernel.ts'
import { countClosings, listMailFailures } from './queries.ts'

export interface Metrics {
  text(): Promise<string>
  contentType: string
  observeRequest(request: { method: string; status: number; seconds: number }): void
}

export function createMetrics(kernel: Pick<Kernel, 'db' | 'disk'>, countStreams: () => number): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'stockcast_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const { pool } = kernel.db
  new Gauge({
    name: 'stockcast_database_connections',
    help: 'Connections in the pool, and callers waiting for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
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
  new Gauge({
    name: 'stockcast_billing_closings_open',
    help: 'Deleted accounts whose customer the payment provider has not deleted yet; they may be charged.',
    registers: [register],
    async collect() {
      // Not a number while the database cannot be reached, so that the other figures are still reported.
      this.set(await countClosings(kernel.db.directory).catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'stockcast_disk_free_bytes',
    help: 'Free space; below stockcast_disk_reserve_bytes imports, syncs and demos are paused.',
    labelNames: ['folder'],
    registers: [register],
    async collect() {
      const { freeBytes } = await kernel.disk.look()
      for (const [folder, bytes] of Object.entries(freeBytes)) this.set({ folder }, bytes)
    },
  })
  new Gauge({
    name: 'stockcast_disk_reserve_bytes',
    help: 'Free space reserved for everything except bulk writes.',
    registers: [register],
    collect() {
      this.set(kernel.disk.minFreeBytes)
    },
  })
  new Gauge({
    name: 'stockcast_mails_failed_total',
    help: 'Mails that were refused, given up after three days, or outdated before they could be sent.',
    labelNames: ['kind', 'outcome'],
    registers: [register],
    async collect() {
      for (const { kind, outcome, count } of await listMailFailures(kernel.db.directory).catch(() => [])) {
        this.set({ kind, outcome }, count)
      }
    },
  })
  return {
    text: () => register.metrics(),
    contentType: register.contentType,
    observeRequest: ({ method, status, seconds }) => requests.observe({ method, status }, seconds),
  }
}
