import { z } from 'zod'
import { environmentSchema } from '../kernel/config/environment.ts'

type Name = keyof typeof environmentSchema.shape

/** What each variable is for; null for those that the launcher sets itself. */
const meanings: Readonly<Record<Name, string | null>> = {
  NODE_ENV: '`production`: there is no sandbox, and a missing provider is an error',
  STOCKCAST_ROLE: null,
  STOCKCAST_WORK: 'kinds of work that a worker does, such as `sync,deliver`; all otherwise',
  HOST: 'address that the web process listens on',
  PORT: 'port of the web process',
  PUBLIC_URL: 'address that browsers and Shopify use; production requires it, with https',
  TRUSTED_PROXIES: 'proxies whose X-Forwarded-For is believed: addresses and ranges, or their number',
  DRAIN_SECONDS: 'seconds in which a web process that stops still serves, while a proxy finds another',
  DATABASE_URL: 'a PostgreSQL of yours, as role stockcast_app; embedded otherwise',
  DATABASE_DIRECT_URL: 'the same database without a pooler such as PgBouncer, if DATABASE_URL has one',
  STOCKCAST_SECRET: 'signs sessions and encrypts tokens; otherwise made once and kept in DATA_DIR',
  STOCKCAST_SECRET_PREVIOUS: 'the former secret, while it is changed',
  SHOPIFY_API_KEY: 'key of your Shopify app',
  SHOPIFY_API_SECRET: 'secret of your Shopify app',
  SHOPIFY_API_SECRET_PREVIOUS: 'the former secret, while it is changed',
  SHOPIFY_ALL_ORDERS: '`on` once Shopify has allowed read_all_orders',
  STRIPE_SECRET_KEY: 'key of your Stripe account',
  STRIPE_WEBHOOK_SECRET: 'secret of your webhook endpoint at Stripe',
  STRIPE_WEBHOOK_SECRET_PREVIOUS: 'the former secret, while it is changed',
  STRIPE_PRICE_ID: 'price of the plan; otherwise found by the look-up key pro_monthly',
  SMTP_URL: 'your mail server',
  MAIL_FROM: 'sender of mails',
  SLACK: '`live`: post to Slack itself although a sandbox runs',
  TWILIO_ACCOUNT_SID: 'your Twilio account',
  TWILIO_AUTH_TOKEN: 'token of your Twilio account',
  TWILIO_AUTH_TOKEN_PREVIOUS: 'the former token, while it is changed',
  TWILIO_FROM: 'number that SMS come from',
  SANDBOX_URL: null,
  SANDBOX_SECRET: null,
  SANDBOX_SMTP_PORT: 'port of the mail server of the sandbox',
  SANDBOX_TOKEN: null,
  WEB_ROOT: null,
  DATA_DIR: 'folder of everything that is kept',
  DATABASE_DIR: null,
  DISK_RESERVE_MB: 'free space below which imports, syncs and demos are paused',
  CHANGES_A_SECOND:
    'changes a second that one merchant may make; after a burst of twice as many, further ones wait',
  DEMO: '`off`: nobody can try the demo',
  METRICS_TOKEN: 'bearer token for /metrics from other machines',
  WORKER_PORT: 'port on which a worker answers /healthz, /readyz and /metrics; nothing otherwise',
  WORKER_HOST: 'address that a worker listens on for WORKER_PORT',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector that traces are sent to by OTLP over HTTP; no traces otherwise',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for the collector: `name=value`, with commas between several',
  OTEL_TRACES_SAMPLER_ARG: 'share of traces that is sent, from 0 to 1',
  LOG_LEVEL: '`debug`, `info`, `warn` or `error`',
  DATABASE_POOL_SIZE: 'connections of one process',
  ONLY_WORKER: '`1` if no other worker on the database does this work; set with the embedded one',
  FORECAST_THREADS: 'threads that forecast in one worker process; 2 at most otherwise',
}

export interface Variable {
  name: string
  meaning: string
  default: string | null
  /** The values that are accepted, if they are few or bounded. */
  values: string | null
}

interface JsonSchema {
  default?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
}

/** Lists the variables of the server that are set by the operator, with the defaults and limits of the schema. */
export function listVariables(): Variable[] {
  const described = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(described.properties ?? {}).flatMap(([name, property]) => {
    const meaning = meanings[name as Name]
    if (meaning === null) return []
    const rule = property as JsonSchema
    const standard = rule.default === undefined ? null : String(rule.default)
    return [{ name, meaning, default: standard, values: getValues(rule) }]
  })
}

function getValues({ enum: words, minimum, maximum, minLength = 0 }: JsonSchema): string | null {
  if (words) return words.join(', ')
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    return `${minimum} to ${maximum}`
  }
  return minLength > 1 ? `at least ${minLength} characters` : null
}
