import { z } from 'zod'
import { type HttpAnswer, type HttpTools, postJson } from './http.ts'
import { parseJson } from './oauth.ts'
import { API_VERSION } from './operations.ts'
import { ShopifyError } from './shopify-error.ts'

const QUERY_DEADLINE_MS = 15_000
const THROTTLE_WAITS = 12
const LONGEST_THROTTLE_WAIT_MS = 30_000

const errorSchema = z.object({
  message: z.string().default(''),
  extensions: z.object({ code: z.string().optional() }).optional(),
})

const costSchema = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }).optional(),
})

const envelopeSchema = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(errorSchema), z.string()]).optional(),
  extensions: z.object({ cost: costSchema.optional() }).optional(),
})
type Envelope = z.infer<typeof envelopeSchema>

export interface GraphqlOptions {
  shopDomain: string
  originFor: (shopDomain: string) => string
  /** `rejected`: the token that was just refused, so that a new one is fetched. */
  accessToken: (rejected?: string) => Promise<string>
  http: HttpTools
}

/** Runs one document of `operations.ts` and checks the answer's shape. */
export async function runQuery<T>(
  options: GraphqlOptions,
  document: string,
  variables: object,
  answerSchema: z.ZodType<T>,
): Promise<T> {
  for (let waits = 0; ; waits++) {
    const envelope = await sendAuthorized(options, { query: document, variables })
    const errors = typeof envelope.errors === 'string' ? [{ message: envelope.errors }] : envelope.errors
    if (!errors || errors.length === 0) return readData(envelope.data, answerSchema)
    const error = getFault(errors)
    if (error.reason !== 'throttled' || waits === THROTTLE_WAITS) throw error
    await options.http.sleep(throttleWaitMs(envelope, waits, options.http.random))
  }
}

async function sendAuthorized(options: GraphqlOptions, body: unknown): Promise<Envelope> {
  const token = await options.accessToken()
  const first = await send(options, token, body)
  if (first.status !== 401) return readEnvelope(first)
  const second = await send(options, await options.accessToken(token), body)
  return readEnvelope(second)
}

function send(options: GraphqlOptions, token: string, body: unknown): Promise<HttpAnswer> {
  return postJson(options.http, {
    url: `${options.originFor(options.shopDomain)}/admin/api/${API_VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': token },
    body,
    deadlineMs: QUERY_DEADLINE_MS,
  })
}

function readEnvelope(answer: HttpAnswer): Envelope {
  if (answer.status !== 200) throw statusFault(answer.status)
  const parsed = envelopeSchema.safeParse(parseJson(answer.body))
  if (!parsed.success) throw new ShopifyError('unexpected_answer', 'GraphQL envelope', parsed.error)
  return parsed.data
}

function statusFault(status: number): ShopifyError {
  if (status === 401) return new ShopifyError('unauthorized', 'HTTP 401 after a token refresh')
  if (status === 402 || status === 423) return new ShopifyError('shop_paused', `HTTP ${status}`)
  if (status === 403) return new ShopifyError('blocked', 'HTTP 403')
  if (status === 404) return new ShopifyError('shop_not_found', 'HTTP 404')
  return new ShopifyError('unexpected_answer', `HTTP ${status}`)
}

function getFault(errors: readonly z.infer<typeof errorSchema>[]): ShopifyError {
  const codes = errors.map((error) => error.extensions?.code)
  const text = errors.map((error) => error.message).join('; ')
  if (codes.includes('THROTTLED')) return new ShopifyError('throttled', text)
  if (codes.includes('MAX_COST_EXCEEDED')) return new ShopifyError('too_costly', text)
  if (codes.includes('ACCESS_DENIED')) return new ShopifyError('access_denied', text)
  if (codes.includes('INTERNAL_SERVER_ERROR')) return new ShopifyError('unavailable', text)
  return new ShopifyError('unexpected_answer', text)
}

function readData<T>(data: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new ShopifyError('unexpected_answer', 'GraphQL data', parsed.error)
  return parsed.data
}

/** Returns the time until the bucket holds the cost again; without figures, a second that doubles. */
function throttleWaitMs(envelope: Envelope, waits: number, random: () => number): number {
  const cost = envelope.extensions?.cost
  const status = cost?.throttleStatus
  const wanted = status
    ? (Math.max(0, (cost.requestedQueryCost - status.currentlyAvailable) / status.restoreRate) + 0.1) * 1000
    : 1000 * 2 ** waits
  return Math.min(wanted * (1 + random() / 4), LONGEST_THROTTLE_WAIT_MS)
}
