import { setTimeout as sleep } from 'node:timers/promises'
import { createDomains, type Domains } from './domains.ts'
import { createClock } from './kernel/clock/clock.ts'
import { readClockOffset } from './kernel/clock/read-clock-offset.ts'
import { type Config, readConfig } from './kernel/config/config.ts'
import { openDatabase } from './kernel/database/app-database.ts'
import { assertDistributed } from './kernel/database/cluster.ts'
import { assertTenantIsolation } from './kernel/database/guard.ts'
import { WEB_LIMITS, WORKER_LIMITS } from './kernel/database/limits.ts'
import { watchDisk } from './kernel/disk/disk-watch.ts'
import { AppError } from './kernel/errors.ts'
import { createApp, createHealthApp } from './kernel/http/app.ts'
import { type HttpServer, serve } from './kernel/http/serve.ts'
import { startJobQueue } from './kernel/jobs/job-queue.ts'
import type { Kernel } from './kernel/kernel.ts'
import { startLiveEvents } from './kernel/live/live-events.ts'
import { createLog, type Log } from './kernel/log.ts'
import { assertServerKeys } from './kernel/secrets/server-keys.ts'
import { createTracer } from './kernel/telemetry/create-tracer.ts'
import { workInBackground } from './kernel/thread-priority.ts'
import { createShopifyConnector } from './providers/shopify/index.ts'

/** Time in which running requests are answered, from the request to stop. */
const REQUESTS_MS = 8000
/** When everything must have ended: after ten seconds a container runtime kills the process. */
const STOP_MS = 9500

export interface RunningServer {
  /** Of a worker, where it answers about its health; null if it does not. */
  address: string | null
  /** Finishes running work, then releases everything. */
  stop(): Promise<void>
}

type Closer = () => Promise<void>

/**
 * Starts kernel, domains, queue and HTTP as the role requires: `web` serves, `worker` works, `all` does both.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  /** What stops first, side by side: jobs and requests. */
  const finishers: Closer[] = []
  const closers: Closer[] = []
  const stopping = new AbortController()
  const end = (close: Closer) => close().catch((error) => log.error({ err: error }, 'stopping'))
  const stop = async () => {
    stopping.abort()
    await Promise.all(finishers.splice(0).map(end))
    for (const close of closers.splice(0).reverse()) await end(close)
  }
  try {
    const kernel = await startKernel(config, log, closers, stopping.signal)
    const domains = await createDomains(kernel)
    closers.push(domains.close)
    closers.push(() => kernel.jobs.stop())
    finishers.push(() => kernel.jobs.finishJobs())
    await startWork(kernel, domains)
    if (config.role === 'worker') {
      const health = await startHealth(kernel, domains)
      // It answers until the jobs are finished.
      if (health) closers.push(() => health.stop(0))
      return { address: health?.address ?? null, stop }
    }
    const http = await startHttp(kernel, domains)
    finishers.push(() => stopHttp(http, domains, config.drainMs))
    return { address: http.address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Connects everything that domains depend on. `closers` gets what ends it, in order; `stopping` is aborted when
 * the process stops.
 */
export async function startKernel(
  config: Config,
  log: Log,
  closers: Closer[],
  stopping: AbortSignal = new AbortController().signal,
): Promise<Kernel> {
  const tracer = await createTracer(config.tracing, config.role)
  closers.push(async () => tracer?.stop())
  const db = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    limits: config.role === 'web' ? WEB_LIMITS : WORKER_LIMITS,
    hasPooler: config.databaseDirectUrl !== config.databaseUrl,
    isBackground: isBackground(config),
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  closers.push(db.close)
  await assertTenantIsolation(db.pool)
  await assertDistributed(db.pool)
  await assertServerKeys(db.directory, config.secrets)
  const live = await startLiveEvents({ directUrl: config.databaseDirectUrl, log })
  closers.push(live.stop)
  const clock = createClock()
  live.onClock((offsetMs) => clock.setOffset(offsetMs))
  const readClock = async () => clock.setOffset(await readClockOffset({ config, db, log }))
  await readClock()
  live.onReconnect(() => void readClock().catch((error) => log.warn({ err: error }, 'clock not read')))
  const jobs = await startJobQueue({
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    log,
    supervise: config.role !== 'web',
    tracer,
    ...(config.role === 'web' ? {} : { locks: config, waking: { onRefused: fail } }),
  })
  const store = createShopifyConnector(config.shopify, clock.now)
  return { config, log, db, live, clock, jobs, disk: watchDisk(config, log), store, tracer, stopping }
}

/** Returns whether a process does only work that nobody waits for. */
const isBackground = ({ role, work }: Config) => role === 'worker' && work.every((kind) => kind === 'batch')

/** Opens the queues, from which only a worker takes jobs. */
async function startWork({ config, jobs }: Kernel, { tasks }: Domains): Promise<void> {
  const definitions = tasks.map(({ definition }) => definition)
  await jobs.prepare(definitions)
  if (config.role === 'web') return
  await jobs.schedule(definitions)
  await jobs.work(tasks.filter(({ work }) => config.work.includes(work)))
}

async function startHttp(kernel: Kernel, domains: Domains): Promise<HttpServer> {
  await domains.assertReady()
  const app = createApp(kernel, domains.authenticate, domains.mounts)
  const { host, port } = kernel.config
  return serve({
    host,
    port,
    fetch: (request, env) => app.fetch(request, env as object),
  })
}

/**
 * Serves for `drainMs` more, in which a proxy reads at `/readyz` that it must send requests elsewhere. Then
 * ends streams and accepts nothing more.
 */
async function stopHttp(http: HttpServer, domains: Domains, drainMs: number): Promise<void> {
  http.drain()
  if (drainMs > 0) await sleep(drainMs)
  domains.endStreams()
  await http.stop(REQUESTS_MS - drainMs)
}

/** Has a worker answer about its health, where the operator wants it. */
async function startHealth(kernel: Kernel, domains: Domains): Promise<HttpServer | null> {
  const { workerAddress } = kernel.config
  if (workerAddress === null) return null
  const app = createHealthApp(kernel, domains.health)
  return serve({
    ...workerAddress,
    variables: 'WORKER_',
    fetch: (request, env) => app.fetch(request, env as object),
  })
}

/** Returns one sentence for an error that the operator can fix, and the whole error for any other. */
function explain(error: unknown): string {
  if (error instanceof AppError && error.code !== 'internal') return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** Runs the server as this process, until it is asked to stop. */
export async function runServer(): Promise<void> {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  await start().catch(fail)
}

async function start(): Promise<void> {
  const running: { server?: RunningServer; log?: Log } = {}
  // Before anything else: as the first process of a container, one without a handler ignores signals.
  stopOnRequest(running)
  const config = readConfig()
  const log = createLog(config.logLevel, config.role)
  if (isBackground(config)) workInBackground()
  const server = await startServer(config, log)
  Object.assign(running, { server, log })
  log.info({ address: server.address, ...(config.role === 'web' ? {} : { work: config.work }) }, 'ready')
  if (process.connected) process.send?.({ type: 'ready', address: server.address ?? '' })
}

/** Stops the server on request, at once while it starts. A second request ends the process at once. */
function stopOnRequest(running: { server?: RunningServer; log?: Log }): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    if (running.server === undefined) process.exit(0)
    isStopping = true
    running.log?.info('stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void running.server.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
}

if (import.meta.main) await runServer()
