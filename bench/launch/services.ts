import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import type { ApiDocument } from '../../apps/server/src/kernel/http/reference/describe-api.ts'
import { neutralEnvironment } from '../../tools/launch/neutral-environment.ts'
import { getNodeArguments } from '../../tools/launch/node-arguments.ts'
import { bundleServices, serviceFile } from '../../tools/launch/service-bundle.ts'
import { MEMORY_VARIABLES } from '../../tools/launch/service-environment.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { freePort } from '../../tools/postgres/local-address.ts'
import { findPostmaster } from '../../tools/postgres/postmaster.ts'
import { APP, createRolesAndDatabase, OWNER } from '../../tools/postgres/roles.ts'
import { startPostgres } from '../../tools/postgres/server.ts'
import { durableSettings, type Settings } from '../../tools/postgres/settings.ts'
import { type Database, openDatabase } from './database.ts'
import { type Sandbox, sandboxAt } from './sandbox.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** `STOCKCAST_SECRET` of every product that a benchmark starts. */
export const BENCH_SECRET = 'a secret of benchmarks, 32 characters'
const READY_MS = 60_000

export interface Service {
  child: ChildProcess
  /** Ends it, and returns its exit code; null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

interface ServerOptions {
  /** A module that is loaded before the server's own code. */
  preload?: string
  /** The port of a further web process. */
  port?: number
  /** The kinds of work of a worker; all unless given. */
  work?: string
}

export interface Services {
  url: string
  sandbox: Sandbox
  /** Sees every merchant: for comparisons and copies only. */
  database: Database
  superuserUrl: string
  /** Connects with the product's role, which sees one merchant at a time. */
  databaseUrl: string
  /** Folder in which PostgreSQL may read and write files. */
  databaseFolder: string
  /** The variables of a server, without its role. */
  environment: NodeJS.ProcessEnv
  /** Returns the main process of PostgreSQL, which is restarted whenever it ends. */
  databasePid(): number
  startServer(role: 'web' | 'worker', options?: ServerOptions): Promise<Service>
  /** Returns the failures that the services have logged as errors, with their stacks. */
  loggedErrors(): string[]
}

interface Options {
  environment?: Record<string, string>
  /** Variables that depend on the address of the database. */
  beforeServices?: (databaseUrl: string) => Promise<Record<string, string>>
  database?: Settings
}

/**
 * Runs a benchmark with a database on disk and a sandbox, on free ports and in a new folder, and stops what it started. Services
 * run as `npm start` runs them, bundled: their sources take more memory.
 */
export async function withServices(
  bench: (services: Services) => Promise<void>,
  { environment = {}, beforeServices, database: settings = {} }: Options = {},
): Promise<void> {
  await bundleServices(ROOT)
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stockcast-bench-'))
  chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'postgres')
  const postgres = await startPostgres({
    dataDir,
    logFile: path.join(folder, 'postgres.log'),
    settings: { ...durableSettings(), ...settings },
  })
  await createRolesAndDatabase(postgres.address, 'stockcast')
  await migrate(databaseUrl(postgres.address, OWNER, 'stockcast'))
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const appUrl = databaseUrl(postgres.address, APP, 'stockcast')
  const env = {
    ...MEMORY_VARIABLES,
    ...neutralEnvironment(process.env),
    NODE_ENV: 'development',
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: appUrl,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SANDBOX_TOKEN: 'a token of benchmarks',
    APP_URL: `http://127.0.0.1:${port}`,
    STOCKCAST_SECRET: BENCH_SECRET,
    ...environment,
    ...(await beforeServices?.(appUrl)),
  }
  const logFile = path.join(folder, 'services.log')
  const superuserUrl = databaseUrl(postgres.address, 'postgres', 'stockcast')
  const database = openDatabase(superuserUrl)
  const services = [await startService([serviceFile(ROOT, 'sandbox')], env, logFile)]
  const stop = async () => {
    await database.close()
    await Promise.all(services.map((service) => service.end('SIGTERM')))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  try {
    await bench({
      url: `http://127.0.0.1:${port}`,
      sandbox: sandboxAt(env.SANDBOX_URL),
      database,
      superuserUrl,
      databaseUrl: appUrl,
      databaseFolder: dataDir,
      environment: env,
      databasePid: () => findPostmaster(dataDir)?.pid ?? 0,
      startServer: async (role, { preload, port: own = port, work = 'all' } = {}) => {
        const preloading = preload === undefined ? [] : ['--import', preload]
        const entry = [...getNodeArguments(role), ...preloading, serviceFile(ROOT, 'server')]
        const server = await startService(
          entry,
          { ...env, STOCKCAST_ROLE: role, STOCKCAST_WORK: work, PORT: `${own}` },
          logFile,
        )
        services.push(server)
        return server
      },
      loggedErrors: () => loggedErrors(readFileSync(logFile, 'utf8')),
    })
  } finally {
    await stop()
  }
}

/** Returns the description of the API. */
export async function readDocument(url: string): Promise<ApiDocument> {
  return (await fetch(`${url}/api/openapi.json`)).json() as Promise<ApiDocument>
}

/** Starts Node with these arguments, the last of which is the program, and waits until it is ready. */
async function startService(entry: string[], env: NodeJS.ProcessEnv, logFile: string): Promise<Service> {
  // A service stops when the channel closes, so that nothing is left after the benchmark was killed.
  // Detached, as `npm start` starts it.
  const child = spawn(process.execPath, entry, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${entry.at(-1)} ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  })
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), ended])
  return {
    child,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}

function loggedErrors(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('"level":50')) return []
    const { msg, route = '', err } = JSON.parse(line) as { msg: string; route?: string; err?: Failure }
    return [[msg, route, err?.type, err?.message, err?.stack].join(' ')]
  })
}

interface Failure {
  type: string
  message?: string
  stack?: string
}
