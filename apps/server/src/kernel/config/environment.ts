import { isIP } from 'node:net'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type WorkKind, workKinds } from '../jobs/task.ts'
import { readHeaders } from '../telemetry/tracing-config.ts'

const text = z.string().min(1)
const secret = z.string().min(32, 'must have at least 32 characters')
const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, error).optional()
const webhookSecret = matching(/^whsec_/, 'must begin with whsec_')
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** The variables of the environment. One without a description is set by the launcher itself. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .describe('`production`: there is no sandbox, and a missing provider is an error'),
  STOCKCAST_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  STOCKCAST_WORK: z
    .string()
    .default('all')
    .transform(readWork)
    .describe('kinds of work that a worker does: `sync`, `batch`, `deliver`, or several with commas'),
  HOST: z.string().default('127.0.0.1').describe('address that the web process listens on'),
  PORT: whole(0, 65535).default(3000).describe('port of the web process'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://stockcast.example.com' })
    .optional()
    .describe('address that browsers and Shopify use; production requires it, with https'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform(readProxies)
    .describe(
      'proxies whose X-Forwarded-For is believed: addresses and ranges such as `10.0.0.0/8,::1`, or their number if nobody can reach the server past them',
    ),
  DRAIN_SECONDS: whole(0, 5)
    .default(0)
    .describe(
      'seconds in which a web process that stops still serves, while a proxy finds another; 3 in the image',
    ),
  DATABASE_URL: text.describe('a PostgreSQL of yours, as role stockcast_app; embedded otherwise'),
  DATABASE_DIRECT_URL: text
    .optional()
    .describe('the same database without a pooler such as PgBouncer, if DATABASE_URL has one'),
  STOCKCAST_SECRET: secret.describe(
    'signs sessions and encrypts tokens; otherwise made once and kept in DATA_DIR',
  ),
  STOCKCAST_SECRET_PREVIOUS: secret.optional().describe('the former secret, while it is changed'),
  SHOPIFY_API_KEY: text.optional().describe('key of your Shopify app'),
  SHOPIFY_API_SECRET: text.optional().describe('secret of your Shopify app'),
  SHOPIFY_API_SECRET_PREVIOUS: text.optional().describe('the former secret, while it is changed'),
  SHOPIFY_ALL_ORDERS: z
    .enum(['on', 'off'])
    .optional()
    .describe('`on` once Shopify has allowed read_all_orders: then orders older than 60 days are read, too'),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_/, 'must be a secret key, which begins with sk_ or rk_').describe(
    'key of your Stripe account',
  ),
  STRIPE_WEBHOOK_SECRET: webhookSecret.describe('secret of your webhook endpoint at Stripe'),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: webhookSecret.describe('the former secret, while it is changed'),
  STRIPE_PRICE_ID: matching(/^price_/, 'must begin with price_').describe(
    'price of the plan; otherwise found by the look-up key pro_monthly',
  ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://name:password@mail.example.com' })
    .optional()
    .describe('your mail server'),
  MAIL_FROM: z.string().default('Stockcast <hello@stockcast.localhost>').describe('sender of mails'),
  SLACK: z.enum(['live']).optional().describe('`live`: post to Slack itself although a sandbox runs'),
  TWILIO_ACCOUNT_SID: matching(/^AC\w{32}$/, 'must be AC and 32 characters').describe(
    'your Twilio account; without it, production sends no SMS',
  ),
  TWILIO_AUTH_TOKEN: text.optional().describe('token of your Twilio account'),
  TWILIO_AUTH_TOKEN_PREVIOUS: text.optional().describe('the former token, while it is changed'),
  TWILIO_FROM: matching(/^\+[1-9]\d{6,14}$/, 'must be a number such as +14155550123').describe(
    'number that SMS come from; its replies go to `/webhooks/twilio/inbound`',
  ),
  SANDBOX_URL: z.url().optional(),
  SANDBOX_SECRET: z.string().default('sandbox-secret'),
  SANDBOX_SMTP_PORT: z.coerce.number().int().default(3025).describe('port of the mail server of the sandbox'),
  SANDBOX_TOKEN: z.string().optional(),
  WEB_ROOT: z.string().optional(),
  DATA_DIR: text.default('.data').describe('folder of everything that is kept'),
  DATABASE_DIR: text.optional(),
  DISK_RESERVE_MB: whole(1, 1_000_000)
    .default(2048)
    .describe('free space below which imports, syncs and demos are paused'),
  CHANGES_A_SECOND: whole(1, 1_000_000)
    .default(10)
    .describe(
      'changes a second that one merchant may make; after a burst of twice as many, further ones wait',
    ),
  DEMO: z.enum(['on', 'off']).default('on').describe('`off`: nobody can try the demo'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('bearer token for /metrics from other machines'),
  WORKER_PORT: whole(0, 65535)
    .optional()
    .describe('port on which a worker answers /healthz, /readyz and /metrics; nothing otherwise'),
  WORKER_HOST: z.string().default('127.0.0.1').describe('address that a worker listens on for WORKER_PORT'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the address of a collector, such as http://127.0.0.1:4318' })
    .optional()
    .describe('collector that traces are sent to by OTLP over HTTP; no traces otherwise'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(readHeaders)
    .describe('headers for the collector: `name=value`, with commas between several'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of traces that is sent, from 0 to 1'),
  LOG_LEVEL: z.string().default('info').describe('`debug`, `info`, `warn` or `error`'),
  DATABASE_POOL_SIZE: whole(2, 200).default(6).describe('connections of one process'),
  ONLY_WORKER: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      '`1` if no other worker on the database does this work: it takes over at once what a killed one left, and a second one is refused; set with the embedded database',
    ),
  FORECAST_THREADS: whole(1, 64)
    .optional()
    .describe('threads that forecast in one worker process; 2 at most otherwise'),
})

/** The variables, read and checked. */
export type Environment = z.output<typeof environmentSchema>

/** Reads and checks the variables that a schema names. Throws one `AppError` that names every faulty one. */
export function parseEnvironment<Schema extends z.ZodType>(
  expected: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const parsed = expected.safeParse(withoutBlanks(env))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new AppError('invalid_input', `The configuration is invalid. ${faults.join('. ')}.`)
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

/** Reads a number of proxies, or a list of addresses and ranges. */
function readProxies(text: string | undefined, ctx: z.RefinementCtx): number | readonly string[] {
  if (text === undefined) return 0
  if (/^\d{1,2}$/.test(text.trim())) return Number(text)
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.find((entry) => !isRange(entry))
  if (wrong === undefined) return entries
  ctx.addIssue(`${wrong} is neither an address nor a range such as 10.0.0.0/8; or give a number of proxies`)
  return z.NEVER
}

function isRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  const longest = family === 6 ? 128 : 32
  return family !== 0 && rest.length === 0 && (prefix === undefined || isPrefix(prefix, longest))
}

function isPrefix(text: string, longest: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= longest
}
