import { isIP } from 'node:net'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { type WorkKind, workKinds } from '../jobs/task.ts'
import { readHeaders } from '../telemetry/tracing-config.ts'

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
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://name:password@mail.example.com' })
    .optional(),
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
  CHANGES_A_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(10),
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
