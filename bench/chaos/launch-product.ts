import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { neutralEnvironment } from '../../tools/launch/neutral-environment.ts'
import { processBirth } from '../../tools/launch/process-birth.ts'
import { readRunRecord } from '../../tools/launch/run-record.ts'
import { databaseUrl } from '../../tools/postgres/address.ts'
import { databaseUser } from '../../tools/postgres/database-user.ts'
import { freePort, localAddress } from '../../tools/postgres/local-address.ts'
import { findPostmaster } from '../../tools/postgres/postmaster.ts'
import { APP } from '../../tools/postgres/roles.ts'
import { BENCH_SECRET } from '../launch/bench-secret.ts'
import { builtWebRoot } from '../launch/web-root.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STARTED = /Stockcast is running/
const START_MS = 120_000
const STOP_MS = 20_000

export type Part = 'web' | 'worker' | 'database' | 'launcher'

/** The whole product as `npm start` runs it, in a new data folder; the launcher is restarted when it ends. */
export interface LaunchedProduct {
  url: string
  sandboxUrl: string
  databaseUrl: string
  superuserUrl: string
  /** Kills a part, and returns its process number. */
  kill(part: Part): number
  stop(): Promise<void>
}

export async function launchProduct(environment: Record<string, string>): Promise<LaunchedProduct> {
  await builtWebRoot()
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'stockcast-bench-'))
  chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const postgresDir = path.join(dataDir, 'postgres')
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    // As `npm start` sets it.
    NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
    ...neutralEnvironment(process.env),
    DATA_DIR: dataDir,
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
    LOG_LEVEL: 'warn',
    STOCKCAST_SECRET: BENCH_SECRET,
    ...environment,
  }
  const logFile = path.join(folder, 'launcher.log')
  let isStopping = false
  let launcher = spawnLauncher(env, logFile)
  const supervise = async () => {
    for (;;) {
      await ended(launcher)
      if (isStopping) return
      launcher = spawnLauncher(env, logFile)
    }
  }
  await started(launcher, logFile)
  const supervised = supervise()
  const address = await localAddress({ dataDir: postgresDir, user: databaseUser(postgresDir, []) })
  const pidOf: Record<Part, () => number | undefined> = {
    web: () => servicePid(dataDir, 'web'),
    worker: () => servicePid(dataDir, 'worker'),
    database: () => findPostmaster(postgresDir)?.pid,
    launcher: () => launcher.pid,
  }
  const stop = async () => {
    isStopping = true
    launcher.kill('SIGTERM')
    const late = setTimeout(() => launcher.kill('SIGKILL'), STOP_MS)
    await supervised
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    databaseUrl: databaseUrl(address, APP, 'stockcast'),
    superuserUrl: databaseUrl(address, 'postgres', 'stockcast'),
    kill: (part) => {
      const pid = pidOf[part]() ?? 0
      if (pid <= 1) throw new Error(`the ${part} does not run`)
      process.kill(pid, 'SIGKILL')
      return pid
    },
    stop,
  }
}

/** Returns the process number; undefined if the service has ended and another program may have its number. */
function servicePid(dataDir: string, name: string): number | undefined {
  const service = readRunRecord(dataDir)?.services.find((each) => each.name === name)
  return service && processBirth(service.pid) === service.birth ? service.pid : undefined
}

function spawnLauncher(env: NodeJS.ProcessEnv, logFile: string): ChildProcess {
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/launch/main.ts')], {
    env,
    cwd: ROOT,
    // The launcher stops when the channel closes, so that nothing is left after the benchmark was killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
  }
  return child
}

async function started(child: ChildProcess, logFile: string): Promise<void> {
  const signal = AbortSignal.timeout(START_MS)
  const says = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => STARTED.test(chunk.toString()) && resolve())
  })
  const fails = once(child, 'exit', { signal }).then(() => {
    throw new Error(`the product did not start: see ${logFile}`)
  })
  await Promise.race([says, fails])
  fails.catch(() => undefined)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
