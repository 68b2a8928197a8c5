import { resolve } from 'node:path'
import { SECOND_MS } from '@stockcast/contract'
import { AppError } from '../errors.ts'
import type { WorkKind } from '../jobs/task.ts'
import { type TracingConfig, tracingConfig } from '../telemetry/tracing-config.ts'
import { environmentSchema, parseEnvironment } from './environment.ts'
import { assertNothingInClear } from './in-clear.ts'
import {
  type MailConfig,
  mailConfig,
  missingProviders,
  type ShopifyConfig,
  type SlackConfig,
  type SmsConfig,
  type StripeConfig,
  shopifyConfig,
  slackConfig,
  smsConfig,
  stripeConfig,
} from './providers.ts'
import { getSecrets, type Secrets } from './secrets.ts'

const MEGABYTE = 1024 ** 2

export interface Config {
  isProduction: boolean
  role: 'web' | 'worker' | 'all'
  /** What this process works on, unless it only serves. */
  work: readonly WorkKind[]
  /** Whether no other process does that work. */
  isOnlyWorker: boolean
  host: string
  port: number
  publicUrl: string
  /**
   * Which proxies are trusted to report the caller's address: this many before the server, or these addresses
   * and ranges.
   */
  trustedProxies: number | readonly string[]
  /** How long the web process still serves after it was asked to stop. */
  drainMs: number
  databaseUrl: string
  /** The same database without a pooler, for the sessions that listen or hold a lock. */
  databaseDirectUrl: string
  databasePoolSize: number
  secrets: Secrets
  webRoot: string | null
  /** The folder of everything that is kept, whose disk is watched. */
  dataDir: string
  /** The database's data folder, when it is on this machine. */
  databaseDir: string | null
  /** How many changes a second one merchant may make before further ones wait. */
  changesASecond: number
  /** Free space below which bulk writes stop. */
  diskReserveBytes: number
  /** Whether anybody may try the demo. */
  hasDemo: boolean
  /** Allows callers from other machines and those behind a proxy to read `/metrics`. */
  metricsToken: string | null
  /** Where a worker serves its health and metrics; null: nowhere. */
  workerAddress: { host: string; port: number } | null
  /** Null while tracing is off. */
  tracing: TracingConfig | null
  logLevel: string
  forecastThreads: number | null
  shopify: ShopifyConfig
  stripe: StripeConfig
  mail: MailConfig
  slack: SlackConfig
  sms: SmsConfig
  sandbox: { url: string; token: string | null } | null
}

/** Reads and checks the environment once. Throws one `AppError` whose message names every faulty variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
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
    work: values.STOCKCAST_WORK,
    isOnlyWorker: values.STOCKCAST_ROLE !== 'web' && values.ONLY_WORKER === '1',
    host: values.HOST,
    port: values.PORT,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    trustedProxies: values.TRUSTED_PROXIES,
    drainMs: values.DRAIN_SECONDS * SECOND_MS,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    secrets: getSecrets(values.STOCKCAST_SECRET, values.STOCKCAST_SECRET_PREVIOUS),
    webRoot: values.WEB_ROOT ?? null,
    dataDir: resolve(values.DATA_DIR),
    databaseDir: values.DATABASE_DIR ? resolve(values.DATABASE_DIR) : null,
    diskReserveBytes: values.DISK_RESERVE_MB * MEGABYTE,
    changesASecond: values.CHANGES_A_SECOND,
    hasDemo: values.DEMO === 'on',
    metricsToken: values.METRICS_TOKEN ?? null,
    workerAddress:
      values.WORKER_PORT === undefined ? null : { host: values.WORKER_HOST, port: values.WORKER_PORT },
    tracing: tracingConfig(values),
    logLevel: values.LOG_LEVEL,
    forecastThreads: values.FORECAST_THREADS ?? null,
    shopify: shopifyConfig(values),
    stripe: stripeConfig(values),
    mail: mailConfig(values),
    slack: slackConfig(values),
    sms: smsConfig(values),
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
