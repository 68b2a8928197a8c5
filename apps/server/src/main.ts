import { createClock } from './clock.ts'
import { type Config, readConfig } from './config.ts'
import { createShopifyConnector } from './connectors/shopify/index.ts'
import { openDatabase } from './database/app-database.ts'
import { assertTenantWall } from './database/guard.ts'
import { WEB_LIMITS, WORKER_LIMITS } from './database/limits.ts'
import { watchDisk } from './disk/disk-watch.ts'
import { AppError } from './errors.ts'
import { createApp, createHealthApp } from './http/app.ts'
import { type HttpServer, serve } from './http/serve.ts'
import { startJobQueue } from './jobs/job-queue.ts'
import type { Kernel } from './kernel.ts'
import { startLiveEvents } from './live/live-events.ts'
import { createLog, type Log } from './log.ts'
import { readClockOffset } from './modules/clock/index.ts'
import { createModules, type Modules } from './modules.ts'
import { assertServerKeys } from './secrets/server-keys.ts'
import { createTracer } from './telemetry/create-tracer.ts'

const REQUEST_PATIENCE_MS = 10_000

export interface RunningServer {
  /** Null in a process that serves nothing; of a worker, where it answers about its health. */
  address: string | null
  /** Finishes running work, then releases everything. */
  stop(): Promise<void>
}

/**
 * Starts kernel, modules, queue and HTTP as the role requires: `web` serves, `worker` works, `all` does both.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error) => log.error({ err: error }, 'stopping'))
    }
  }
  try {
    const kernel = await startKernel(config, log, closers)
    const modules = await createModules(kernel)
    closers.push(modules.close)
    await startWork(kernel, modules)
    closers.push(() => kernel.jobs.stop())
    const http = await (config.role === 'worker' ? startHealth : startHttp)(kernel, modules, closers)
    return { address: http?.address ?? null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connects everything that modules depend on. `closers` gets what ends it, in order. */
export async function startKernel(
  config: Config,
  log: Log,
  closers: (() => Promise<void>)[],
): Promise<Kernel> {
  const tracer = await createTracer(config.tracing, config.role)
  closers.push(async () => tracer?.stop())
  const db = openDatabase(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    limits: config.role === 'web' ? WEB_LIMITS : WORKER_LIMITS,
    onError: (error) => log.warn({ err: error }, 'database connection'),
  })
  closers.push(db.close)
  await assertTenantWall(db.pool)
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
    ...(config.role === 'web' ? {} : { isOnlyWorker: config.isOnlyWorker, waking: { onRefused: fail } }),
  })
  const store = createShopifyConnector(config.shopify, clock.now)
  return { config, log, db, live, clock, jobs, disk: watchDisk(config, log), store, tracer }
}

/** Opens the queues, from which only a worker takes jobs. */
async function startWork({ config, jobs }: Kernel, { tasks }: Modules): Promise<void> {
  const definitions = tasks.map(({ definition }) => definition)
  await jobs.prepare(definitions)
  if (config.role === 'web') return
  await jobs.schedule(definitions)
  await jobs.work(tasks.filter(({ work }) => config.work.includes(work)))
}

async function startHttp(
  kernel: Kernel,
  modules: Modules,
  closers: (() => Promise<void>)[],
): Promise<HttpServer> {
  await modules.assertReady()
  const app = createApp(kernel, modules.authenticate, modules.mounts)
  const { host, port } = kernel.config
  const http = await serve({
    host,
    port,
    uploadPaths: modules.mounts.uploads ?? [],
    fetch: (request, env) => app.fetch(request, env as object),
  })
  closers.push(() => http.stop(REQUEST_PATIENCE_MS))
  closers.push(async () => modules.endStreams())
  return http
}

/** Has a worker answer about its health, where the operator wants it. */
async function startHealth(
  kernel: Kernel,
  modules: Modules,
  closers: (() => Promise<void>)[],
): Promise<HttpServer | null> {
  const { workerAddress } = kernel.config
  if (workerAddress === null) return null
  const app = createHealthApp(kernel, modules.health)
  const http = await serve({
    ...workerAddress,
    variables: 'WORKER_',
    fetch: (request, env) => app.fetch(request, env as object),
  })
  closers.push(() => http.stop(REQUEST_PATIENCE_MS))
  return http
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

async function start(): Promise<void> {
  const hasParent = process.connected
  const config = readConfig()
  const log = createLog(config.logLevel, config.role)
  const server = await startServer(config, log)
  const stop = stopOnRequest(server)
  log.info({ address: server.address, ...(config.role === 'web' ? {} : { work: config.work }) }, 'ready')
  if (process.connected) process.send?.({ type: 'ready', address: server.address ?? '' })
  else if (hasParent) stop()
}

/** Stops the server on request; a second request ends the process at once. */
function stopOnRequest(server: RunningServer): () => void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void server.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  return stop
}

if (import.meta.main) {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  await start().catch(fail)
}
