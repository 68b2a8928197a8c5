import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { neutralEnvironment } from '../../tools/launch/neutral-environment.ts'
import { nodeArgumentsOf } from '../../tools/launch/node-arguments.ts'
import { startService as startSupervised } from '../../tools/launch/service.ts'
import { bundleServices, serviceFile } from '../../tools/launch/service-bundle.ts'
import { MEMORY_VARIABLES } from '../../tools/launch/service-environment.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { freePort } from '../../tools/postgres/local-address.ts'
import { findPostmaster } from '../../tools/postgres/postmaster.ts'
import { APP, createRolesAndDatabase, OWNER } from '../../tools/postgres/roles.ts'
import { startPostgres } from '../../tools/postgres/server.ts'
import { durableSettings, type Settings } from '../../tools/postgres/settings.ts'

import { BENCH_SECRET } from './bench-secret.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const READY_MS = 60_000
const STOP_MS = 10_000

export interface Service {
  child: ChildProcess
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** A service that the launcher restarts whenever it ends. */
export interface SupervisedService {
  pid(): number
}

export interface Services {
  url: string
  sandboxUrl: string
  /** Connects with the product's role, which sees one merchant at a time. */
  databaseUrl: string
  /** Connects with a role that sees every merchant, for comparisons and copies only. */
  superuserUrl: string
  /** Folder in which PostgreSQL may read and write files. */
  databaseFolder: string
  /** The variables of a server, without its role. */
  environment: NodeJS.ProcessEnv
  /** What the services have printed. */
  logFile: string
  /** Returns the main process of PostgreSQL, which is restarted whenever it ends. */
  databasePid(): number
  /** Starts a server; `preload` is a module that it loads before its own code. */
  startServer(role: 'web' | 'worker' | 'all', preload?: string): Promise<Service>
  superviseServer(role: 'web' | 'worker'): Promise<SupervisedService>
  /** Returns the failures that the services have logged as errors, with their stacks. */
  loggedErrors(): string[]
  stop(): Promise<void>
}

/**
 * Starts the database and the sandbox on free ports, in a new folder, with a durable database on disk but no
 * server yet. Services run as `npm start` runs them, bundled: their sources take more memory. `environment` may depend
 * on the address of the database.
 */
export async function startServices(
  environment: Record<string, string> | ((databaseUrl: string) => Promise<Record<string, string>>) = {},
  databaseSettings: Settings = {},
): Promise<Services> {
  await bundleServices(ROOT)
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stockcast-bench-'))
  chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'postgres')
  const postgres = await startPostgres({
    dataDir,
    logFile: path.join(folder, 'postgres.log'),
    settings: { ...durableSettings(), ...databaseSettings },
  })
  await createRolesAndDatabase(postgres.address, 'stockcast')
  await migrate(databaseUrl(postgres.address, OWNER, 'stockcast'))
  const port = await freePort()
  const sandboxPort = await freePort()
  const appUrl = databaseUrl(postgres.address, APP, 'stockcast')
  const env = {
    ...MEMORY_VARIABLES,
    ...neutralEnvironment(process.env),
    NODE_ENV: 'development',
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${await freePort()}`,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: appUrl,
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SANDBOX_TOKEN: 'a token of benchmarks',
    APP_URL: `http://127.0.0.1:${port}`,
    STOCKCAST_SECRET: BENCH_SECRET,
    ...(typeof environment === 'function' ? await environment(appUrl) : environment),
  }
  const logFile = path.join(folder, 'services.log')
  const services = [await startService([serviceFile(ROOT, 'sandbox')], env, logFile)]
  const supervised: { stop(patienceMs: number): Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(supervised.map((service) => service.stop(STOP_MS)))
    await Promise.all(services.map((service) => service.kill('SIGTERM')))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: env.SANDBOX_URL,
    databaseUrl: env.DATABASE_URL,
    superuserUrl: databaseUrl(postgres.address, 'postgres', 'stockcast'),
    databaseFolder: dataDir,
    environment: env,
    logFile,
    databasePid: () => findPostmaster(dataDir)?.pid ?? 0,
    startServer: async (role, preload) => {
      const serverEnv = { ...env, STOCKCAST_ROLE: role }
      const entry = [...nodeArgumentsOf(role), ...preloading(preload), serviceFile(ROOT, 'server')]
      const server = await startService(entry, serverEnv, logFile)
      services.push(server)
      return server
    },
    superviseServer: async (role) => {
      let pid = 0
      const service = startSupervised({
        name: role,
        nodeArguments: nodeArgumentsOf(role),
        file: serviceFile(ROOT, 'server'),
        env: { ...env, STOCKCAST_ROLE: role, ONLY_WORKER: '1' },
        logFile,
        onStart: (started) => {
          pid = started
        },
        onCrash: () => undefined,
      })
      supervised.push(service)
      await service.ready
      return { pid: () => pid }
    },
    loggedErrors: () => loggedErrors(readFileSync(logFile, 'utf8')),
    stop,
  }
}

function preloading(preload: string | undefined): string[] {
  return preload === undefined ? [] : ['--import', preload]
}

/** Starts Node with these arguments, the last of which is the program. */
async function startService(
  entry: readonly string[],
  env: NodeJS.ProcessEnv,
  logFile: string,
): Promise<Service> {
  const child = spawn(process.execPath, entry, {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
  }
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${entry.at(-1)} ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  })
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), ended])
  return { child, kill: (signal) => killChild(child, signal) }
}

async function killChild(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

function loggedErrors(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('"level":50')) return []
    const { msg, route, err } = JSON.parse(line) as { msg: string; route?: string; err?: Failure }
    return [[msg, route ?? '', err?.type ?? '', err?.message ?? '', err?.stack ?? ''].join(' ')]
  })
}

interface Failure {
  type: string
  message?: string
  stack?: string
}
