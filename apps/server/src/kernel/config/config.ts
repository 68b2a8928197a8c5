import { resolve } from 'node:path'
import { SECOND_MS } from '@stockcast/contract'
import { AppError } from '../errors.ts'
import { tracingConfig } from '../telemetry/tracing-config.ts'
import { environmentSchema, parseEnvironment } from './environment.ts'
import { assertNothingInClear } from './in-clear.ts'
import { missingProviders, readProviders } from './providers.ts'
import { getSecrets } from './secrets.ts'

const MEGABYTE = 1024 ** 2

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment once. Throws one `AppError` whose message names every faulty variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = parseEnvironment(environmentSchema, env)
  const isProduction = values.NODE_ENV === 'production'
  const missing = missingProviders(values)
  if (missing.length > 0 && (isProduction || values.SANDBOX_URL === undefined)) {
    const hint = isProduction
      ? 'Production never falls back to the sandbox'
      : 'Without SANDBOX_URL there is no fake provider'
    throw new AppError('invalid_input', `${hint}: set ${missing.join(', ')}.`)
  }
  if (isProduction) {
    assertPublicAddress(values.PUBLIC_URL)
    assertNothingInClear(values)
  }
  return {
    isProduction,
    role: values.STOCKCAST_ROLE,
    /** What this process works on, unless it only serves. */
    work: values.STOCKCAST_WORK,
    /** Whether no other process does that work. */
    isOnlyWorker: values.STOCKCAST_ROLE !== 'web' && values.ONLY_WORKER === '1',
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    /**
     * Which proxies are trusted to report the caller's address: this many before the server, or these addresses
     * and ranges.
     */
    trustedProxies: values.TRUSTED_PROXIES,
    /** How long the web process still serves after it was asked to stop. */
    drainMs: values.DRAIN_SECONDS * SECOND_MS,
    databaseUrl: values.DATABASE_URL,
    /** The same database without a pooler, for the sessions that listen or hold a lock. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    secrets: getSecrets(values.STOCKCAST_SECRET, values.STOCKCAST_SECRET_PREVIOUS),
    webRoot: values.WEB_ROOT ?? null,
    /** The folder of everything that is kept, whose disk is watched. */
    dataDir: resolve(values.DATA_DIR),
    /** The database's data folder, when it is on this machine. */
    databaseDir: values.DATABASE_DIR ? resolve(values.DATABASE_DIR) : null,
    /** Free space below which bulk writes stop. */
    diskReserveBytes: values.DISK_RESERVE_MB * MEGABYTE,
    /** How many changes a second one merchant may make before further ones wait. */
    changesASecond: values.CHANGES_A_SECOND,
    /** Whether anybody may try the demo. */
    hasDemo: values.DEMO === 'on',
    /** Allows callers from other machines and those behind a proxy to read `/metrics`. */
    metricsToken: values.METRICS_TOKEN ?? null,
    /** Where a worker serves its health and metrics; null: nowhere. */
    workerAddress:
      values.WORKER_PORT === undefined ? null : { host: values.WORKER_HOST, port: values.WORKER_PORT },
    /** Null while tracing is off. */
    tracing: tracingConfig(values),
    logLevel: values.LOG_LEVEL,
    forecastThreads: values.FORECAST_THREADS ?? null,
    ...readProviders(values),
    sandbox: values.SANDBOX_URL ? { url: values.SANDBOX_URL, token: values.SANDBOX_TOKEN ?? null } : null,
  }
}

const secretsSchema = environmentSchema.pick({
  DATABASE_URL: true,
  STOCKCAST_SECRET: true,
  STOCKCAST_SECRET_PREVIOUS: true,
})

/** Reads what a change of the secret needs from the same environment. */
export function readSecretsConfig(
  env: NodeJS.ProcessEnv = process.env,
): Pick<Config, 'databaseUrl' | 'secrets'> {
  const { DATABASE_URL: databaseUrl, ...values } = parseEnvironment(secretsSchema, env)
  return { databaseUrl, secrets: getSecrets(values.STOCKCAST_SECRET, values.STOCKCAST_SECRET_PREVIOUS) }
}

/** Requires https, because cookies, links in mails and webhooks contain secrets. */
function assertPublicAddress(publicUrl: string | undefined): void {
  if (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:') return
  const fault = publicUrl === undefined ? 'is required' : 'must begin with https://'
  throw new AppError(
    'invalid_input',
    `The configuration is invalid. PUBLIC_URL: ${fault} in production; set it to the address that browsers use, such as https://stockcast.example.com.`,
  )
}
