import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import type { ApiDocument } from '../../apps/server/src/kernel/http/reference/describe-api.ts'
import { neutralEnvironment } from '../../tools/launch/neutral-environment.ts'
import { getNodeArguments } from '../../tools/launch/node-arguments.ts'
import { bundleServices, serviceFile } from '../../tools/launch/service-bundle.ts'
import { MEMORY_VARIABLES } from '../../tools/launch/service-environment.ts'
import { buildWeb, webFolder } from '../../tools/launch/web-build.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { freePort } from '../../tools/postgres/local-address.ts'
import { findPostmaster } from '../../tools/postgres/postmaster.ts'
import { APP, createRolesAndDatabase, OWNER, SUPERUSER } from '../../tools/postgres/roles.ts'
import { startPostgres } from '../../tools/postgres/server.ts'
import { durableSettings, type Settings } from '../../tools/postgres/settings.ts'
import { openDatabase } from './database.ts'
import { sandboxAt } from './sandbox.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** `STOCKCAST_SECRET` of every product that a benchmark starts. */
export const BENCH_SECRET = 'a secret of benchmarks, 32 characters'
const READY_MS = 60_000

export type Services = Awaited<ReturnType<typeof startServices>>
export type Service = Awaited<ReturnType<typeof startService>>

interface Options {
  /** Further variables, which may depend on the address of the database. */
  environment?: object | ((databaseUrl: string) => Promise<object>)
  hasWeb?: boolean
  database?: Settings
}

/** Runs a benchmark with a database on disk and a sandbox, bundled as `npm start` runs them, and stops what it started. */
export async function withServices(bench: (services: Services) => Promise<void>, options: Options = {}) {
  const services = await startServices(options)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void services.stop().finally(() => process.exit(1)))
  }
  try {
    await bench(services)
  } finally {
    await services.stop()
  }
}

async function startServices({ environment = {}, hasWeb = false, database: settings = {} }: Options) {
  await bundleServices(ROOT)
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stockcast-bench-'))
  chmodSync(folder, 0o711)
  const onBuild = () => console.log('building the web app')
  if (hasWeb) await buildWeb({ root: ROOT, logFile: path.join(folder, 'web.log'), onBuild })
  const dataDir = path.join(folder, 'postgres')
  const logOfPostgres = path.join(folder, 'postgres.log')
  const allSettings = { ...durableSettings(), ...settings }
  const postgres = await startPostgres({ dataDir, logFile: logOfPostgres, settings: allSettings })
  const urlOf = (role: string) => databaseUrl(postgres.address, role, 'stockcast')
  await createRolesAndDatabase(postgres.address, 'stockcast')
  await migrate(urlOf(OWNER))
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const env: NodeJS.ProcessEnv = {
    ...MEMORY_VARIABLES,
    ...neutralEnvironment(process.env),
    NODE_ENV: 'development',
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: urlOf(APP),
    SANDBOX_URL: sandboxUrl,
    SANDBOX_TOKEN: 'a token of benchmarks',
    APP_URL: url,
    STOCKCAST_SECRET: BENCH_SECRET,
    ...(hasWeb && { WEB_ROOT: webFolder(ROOT) }),
    ...(typeof environment === 'function' ? await environment(urlOf(APP)) : environment),
  }
  const logFile = path.join(folder, 'services.log')
  /** Sees every merchant: for comparisons and copies only. */
  const database = openDatabase(urlOf(SUPERUSER))
  const running = [await startService([serviceFile(ROOT, 'sandbox')], env, logFile)]
  return {
    url,
    sandbox: sandboxAt(sandboxUrl),
    database,
    superuserUrl: urlOf(SUPERUSER),
    /** Connects with the product's role, which sees one merchant at a time. */
    databaseUrl: urlOf(APP),
    /** Folder in which PostgreSQL may read and write files. */
    databaseFolder: dataDir,
    environment: env,
    /** Returns the main process of PostgreSQL, which is restarted whenever it ends. */
    databasePid: () => findPostmaster(dataDir)?.pid ?? 0,
    /** `preload` is a module that is loaded before the server's own code, `work` the kinds of work of a worker. */
    startServer: async (
      role: 'web' | 'worker',
      own: { preload?: string; port?: number; work?: string } = {},
    ) => {
      const preloading = own.preload === undefined ? [] : ['--import', own.preload]
      const entry = [...getNodeArguments(role), ...preloading, serviceFile(ROOT, 'server')]
      const variables = { STOCKCAST_WORK: own.work ?? 'all', PORT: `${own.port ?? port}` }
      const server = await startService(entry, { ...env, STOCKCAST_ROLE: role, ...variables }, logFile)
      running.push(server)
      return server
    },
    /** Returns the failures that the services have logged as errors, with their stacks. */
    loggedErrors: () => {
      const lines = readFileSync(logFile, 'utf8').split('\n')
      return lines
        .filter((line) => line.includes('"level":50'))
        .map((line) => {
          const { msg, route = '', err = {} } = JSON.parse(line)
          return [msg, route, err.type, err.message, err.stack].join(' ')
        })
    },
    stop: async () => {
      await database.close()
      await Promise.all(running.map((service) => service.end('SIGTERM')))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function readDocument(url: string): Promise<ApiDocument> {
  return (await fetch(`${url}/api/openapi.json`)).json() as Promise<ApiDocument>
}

/** Starts Node with these arguments, the last of which is the program, and waits until it is ready. */
async function startService(entry: string[], env: NodeJS.ProcessEnv, logFile: string) {
  // A service stops when the channel closes, so that nothing is left after the benchmark was killed.
  // Detached, as `npm start` starts it.
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, entry, { env, detached: true, stdio: ['ignore', log, log, 'ipc'] })
  closeSync(log)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${entry.at(-1)} ended:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  })
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), ended])
  return {
    child,
    /** Ends it, and returns its exit code; null after a kill. */
    end: async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
      return child.exitCode
    },
  }
}
