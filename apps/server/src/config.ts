import { resolve } from 'node:path'
import { SECOND_MS } from '@stockcast/contract'
import { z } from 'zod'
import { AppError } from './errors.ts'
import { type WorkKind, workKinds } from './jobs/task.ts'
import { readHeaders, type TracingConfig, tracingConfig } from './telemetry/tracing-config.ts'
import { readProxies } from './trusted-proxies.ts'

const MEGABYTE = 1024 ** 2

/** The variables of the environment. */
export const environmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  STOCKCAST_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  STOCKCAST_WORK: z.string().default('all').transform(readWork),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://stockcast.example.com' })
    .optional(),
  TRUSTED_PROXIES: z.string().optional().transform(readProxies),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(5).default(0),
  DATABASE_URL: z.string().min(1),
  DATABASE_DIRECT_URL: z.string().min(1).optional(),
  STOCKCAST_SECRET: z.string().min(32, 'must have at least 32 characters'),
  STOCKCAST_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  SHOPIFY_API_KEY: z.string().min(1).optional(),
  SHOPIFY_API_SECRET: z.string().min(1).optional(),
  SHOPIFY_API_SECRET_PREVIOUS: z.string().min(1).optional(),
  SHOPIFY_ALL_ORDERS: z.enum(['on', 'off']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must be a secret key, which begins with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_PRICE_ID: z.string().startsWith('price_', 'must begin with price_').optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('Stockcast <hello@stockcast.localhost>'),
  SLACK: z.enum(['live']).optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC\w{32}$/, 'must be AC and 32 characters')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN_PREVIOUS: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a number such as +14155550123')
    .optional(),
  SANDBOX_URL: z.url().optional(),
  SANDBOX_SECRET: z.string().default('sandbox-secret'),
  SANDBOX_SMTP_PORT: z.coerce.number().int().default(3025),
  SANDBOX_TOKEN: z.string().optional(),
  WEB_ROOT: z.string().optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_DIR: z.string().min(1).optional(),
  DISK_RESERVE_MB: z.coerce.number().int().min(1).max(1_000_000).default(2048),
  DEMO: z.enum(['on', 'off']).default('on'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  WORKER_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  WORKER_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the address of a collector, such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('').transform(readHeaders),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.string().default('info'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(6),
  ONLY_WORKER: z.enum(['0', '1']).default('0'),
  FORECAST_THREADS: z.coerce.number().int().min(1).max(64).optional(),
})

/** The first one signs and encrypts; the others, from before a rotation, are still accepted. */
export type Secrets = readonly [string, ...string[]]

export interface Config {
  isProduction: boolean
  role: 'web' | 'worker' | 'all'
  /** What this process works on, unless it only serves. */
  work: readonly WorkKind[]
  /** Whether this process is the only one that works on the queue. */
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
  shopify: {
    mode: 'live' | 'sandbox'
    apiKey: string
    apiSecrets: Secrets
    sandboxOrigin: string | null
    /** Whether to request orders older than 60 days, which Shopify must have allowed for the app. */
    asksForAllOrders: boolean
  }
  stripe: {
    mode: 'live' | 'sandbox'
    secretKey: string
    webhookSecrets: Secrets
    /** null: the price with the lookup key of the Pro Plan. */
    priceId: string | null
    sandboxOrigin: string | null
  }
  mail: { mode: 'live' | 'sandbox'; url: string; from: string }
  /** `origin` replaces https://hooks.slack.com. */
  slack: { mode: 'live' | 'sandbox'; origin: string }
  sms: SmsConfig
  sandbox: { url: string; token: string | null } | null
}

export type SmsConfig =
  | { mode: 'not_set_up' }
  | {
      mode: 'live' | 'sandbox'
      /** Twilio's API, or its fake. */
      url: string
      accountSid: string
      authTokens: Secrets
      from: string
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
  if (isProduction) assertPublicAddress(values.PUBLIC_URL)
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
    secrets: secretsOf(values.STOCKCAST_SECRET, values.STOCKCAST_SECRET_PREVIOUS),
    webRoot: values.WEB_ROOT ?? null,
    dataDir: resolve(values.DATA_DIR),
    databaseDir: values.DATABASE_DIR ? resolve(values.DATABASE_DIR) : null,
    diskReserveBytes: values.DISK_RESERVE_MB * MEGABYTE,
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
  return { databaseUrl, secrets: secretsOf(values.STOCKCAST_SECRET, values.STOCKCAST_SECRET_PREVIOUS) }
}

function parseEnvironment<Schema extends z.ZodType>(
  expected: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const parsed = expected.safeParse(withoutBlanks(env))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new AppError('invalid_input', `The configuration is invalid. ${faults.join('. ')}.`)
}

type Values = z.output<typeof environmentSchema>

/** Requires https, because cookies, links in mails and webhooks contain secrets. */
function assertPublicAddress(publicUrl: string | undefined): void {
  if (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:') return
  const fault = publicUrl === undefined ? 'is required' : 'must begin with https://'
  throw new AppError(
    'invalid_input',
    `The configuration is invalid. PUBLIC_URL: ${fault} in production; set it to the address that browsers use, such as https://stockcast.example.com.`,
  )
}

function secretsOf(current: string, previous: string | undefined): Secrets {
  return previous === undefined || previous === current ? [current] : [current, previous]
}

function readWork(text: string, ctx: z.RefinementCtx): readonly WorkKind[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === 'all') return workKinds
  const chosen = workKinds.filter((kind) => names.includes(kind))
  if (names.every((name) => chosen.some((kind) => kind === name))) return chosen
  ctx.addIssue(`must be all, or one or several of ${workKinds.join(', ')} with commas between them`)
  return z.NEVER
}

function withoutBlanks(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  )
}

function missingProviders(values: Values): string[] {
  const required = [
    'SHOPIFY_API_KEY',
    'SHOPIFY_API_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
  ] as const
  return required.filter((name) => values[name] === undefined)
}

function shopifyConfig(values: Values): Config['shopify'] {
  const { SHOPIFY_API_KEY: apiKey, SHOPIFY_API_SECRET: apiSecret, SHOPIFY_ALL_ORDERS: allOrders } = values
  if (apiKey && apiSecret) {
    const apiSecrets = secretsOf(apiSecret, values.SHOPIFY_API_SECRET_PREVIOUS)
    return { mode: 'live', apiKey, apiSecrets, sandboxOrigin: null, asksForAllOrders: allOrders === 'on' }
  }
  return {
    mode: 'sandbox',
    asksForAllOrders: allOrders !== 'off',
    apiKey: 'sandbox-client',
    apiSecrets: [values.SANDBOX_SECRET],
    sandboxOrigin: `${values.SANDBOX_URL}/shopify`,
  }
}

function stripeConfig(values: Values): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const priceId = values.STRIPE_PRICE_ID ?? null
  if (secretKey && webhookSecret) {
    const webhookSecrets = secretsOf(webhookSecret, values.STRIPE_WEBHOOK_SECRET_PREVIOUS)
    return { mode: 'live', secretKey, webhookSecrets, priceId, sandboxOrigin: null }
  }
  return {
    mode: 'sandbox',
    secretKey: 'sk_test_sandbox',
    webhookSecrets: [`whsec_${values.SANDBOX_SECRET}`],
    priceId: null,
    sandboxOrigin: values.SANDBOX_URL ?? null,
  }
}

function mailConfig(values: Values): Config['mail'] {
  if (values.SMTP_URL) return { mode: 'live', url: values.SMTP_URL, from: values.MAIL_FROM }
  return { mode: 'sandbox', url: `smtp://127.0.0.1:${values.SANDBOX_SMTP_PORT}`, from: values.MAIL_FROM }
}

/**
 * Returns the fake for Slack messages. The product needs no key for Slack, so production works without
 * configuration, and it uses no fake.
 */
function messageFake({ NODE_ENV, SANDBOX_URL }: Values): string | undefined {
  return NODE_ENV === 'production' ? undefined : SANDBOX_URL
}

function slackConfig(values: Values): Config['slack'] {
  const fake = messageFake(values)
  if (!fake || values.SLACK === 'live') return { mode: 'live', origin: 'https://hooks.slack.com' }
  return { mode: 'sandbox', origin: `${fake}/slack` }
}

const SANDBOX_TWILIO = { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' }

function smsConfig(values: Values): SmsConfig {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = values
  if (accountSid && authToken && from) {
    const authTokens = secretsOf(authToken, values.TWILIO_AUTH_TOKEN_PREVIOUS)
    return { mode: 'live', url: 'https://api.twilio.com', accountSid, authTokens, from }
  }
  if (accountSid || authToken || from) {
    const names = 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM'
    throw new AppError('invalid_input', `SMS needs ${names} together: set all three, or none.`)
  }
  const fake = messageFake(values)
  if (!fake) return { mode: 'not_set_up' }
  const url = `${fake}/twilio`
  return { mode: 'sandbox', url, authTokens: [values.SANDBOX_SECRET], ...SANDBOX_TWILIO }
}
