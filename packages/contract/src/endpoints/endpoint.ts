import { z } from 'zod'
import type { AuditEvent } from '../audit.ts'
import type { Role } from '../roles.ts'

/** What a call counts as. The server has the rate of each use, and the tables to which it adds rows. */
export type Use =
  | 'booking'
  | 'bulk'
  | 'calculation'
  | 'calendar'
  | 'cancellation'
  | 'change'
  | 'checkout'
  | 'connection'
  | 'export'
  | 'forecast'
  | 'forecast_override'
  | 'import_call'
  | 'invitation'
  | 'order'
  | 'order_change'
  | 'order_mail'
  | 'order_papers'
  | 'receipt'
  | 'recipe'
  | 'report'
  | 'transfer'
  | 'location_settings'
  | 'sample'
  | 'sample_shop'
  | 'setting'
  | 'snooze'
  | 'supplier'
  | 'sync'
  | 'upload'
  | 'vendors'
  | 'view'

export type FileFormat = 'csv' | 'json' | 'pdf' | 'xlsx' | 'zip'

interface Details {
  /** The lowest role that may make the call; `anyone` need not be signed in. */
  role: Role | 'anyone'
  /** Who is refused even with that role: demo users, accounts whose email address is not confirmed. */
  refuses?: readonly ('demo' | 'unconfirmed')[]
  /** For a change that stays possible when trial and plan have ended. */
  withoutPlan?: true
  /** Added to the activity log after each call that succeeded. */
  records?: AuditEvent
  /** For a call that asks a provider or computes: callers wait a minute for its answer. */
  isSlow?: true
  summary?: string
  /** What the answer is, for the description of the API. */
  description: string
  params?: z.ZodObject
  query?: z.ZodObject
}

interface Changing extends Details {
  /** Calls of anonymous callers are counted by network address, in their handler. */
  use: Use | 'by_address'
  /** `file`: the body is a file, whose size its handler limits. */
  body?: z.ZodType | 'file'
  /** Maximum size of the body in bytes, if it is not 32,000. */
  maxBytes?: number
  answer: z.ZodType
}

interface ByMethod {
  GET: Details &
    ({ use?: Use; answer: z.ZodType } | { stream: z.ZodType; use?: Use } | { file: FileFormat; use: Use })
  POST: Changing
  PUT: Changing
  DELETE: Changing
}
type Method = keyof ByMethod

/** One call of the API: who may make it, what it reads and answers, what limits it, and what it leaves in the activity log. */
export interface Endpoint extends Details {
  method: Method
  /** `{name}` is a parameter. */
  path: string
  use?: Changing['use']
  body?: z.ZodType | 'file'
  maxBytes?: number
  /** The schema of a JSON answer; otherwise it is a file, or a stream of events with such data. */
  answer?: z.ZodType
  file?: FileFormat
  stream?: z.ZodType
}

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The values that fill a path. */
export type ParamsOf<Path extends string> = Record<ParamName<Path>, string | number>

type NamedBy<Path extends string> = [ParamName<Path>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamName<Path>, z.ZodType>> }

type NothingElse<Given, Known> = Record<
  Exclude<keyof Given, Known extends unknown ? keyof Known : never>,
  never
>

/** Declares a call of the API. Without its role, limits, parameters and answer it does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  M extends Method,
  const Path extends string,
  const Given extends ByMethod[M] & NamedBy<Path>,
>(method: M, path: Path, details: Given & NothingElse<Given, ByMethod[M]>) {
  return { ...(details as Given), method, path }
}

/** Returns the address of an endpoint: that of `/api/products/{variantId}` with 7 is `/api/products/7`. */
export function toAddress<Path extends string>({ path }: { path: Path }, params: ParamsOf<Path>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: ParamName<Path>) => encodeURIComponent(params[name]))
}

/** The parameter of a resource with a positive number as its id. */
export const byId = z.object({ id: z.coerce.number().int().positive() })
/** The parameter of a product; products from imported files have negative ids. */
export const byVariant = z.object({ id: z.coerce.number().int() })

/** The answer of a change that has nothing to report. */
export const doneSchema = z.object({ done: z.literal(true) })
