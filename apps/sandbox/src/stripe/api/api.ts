import { createHash, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { DAY_S } from '../billing-calendar.ts'
import type { Books } from '../books.ts'
import type { KeptAnswer, Ledger } from '../ledger.ts'
import { API_VERSION, listOf } from '../objects/wire.ts'
import { CardRefusal, type ErrorBody, invalid, Refusal } from '../refusal.ts'
import { checkoutEndpoints } from './checkout-sessions.ts'
import { customerEndpoints } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { invoiceEndpoints } from './invoices.ts'
import { readParams } from './read-params.ts'
import { subscriptionEndpoints } from './subscriptions.ts'

export const endpoints: readonly Endpoint[] = [
  ...customerEndpoints,
  ...checkoutEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
]

/** https://docs.stripe.com/api/idempotent_requests */
const ANSWERS_KEPT_S = DAY_S

interface Asked {
  endpoint: Endpoint
  form: string
  id: string
  key: string | null
  fingerprint: string
  requestId: string
}

/** Creates the routes below /v1. */
export function createApi(books: Books): Hono {
  const api = new Hono()
  api.use('/v1/*', async (c, next) => {
    const refusal = authenticate(c)
    return refusal ? getAnswer(c, { requestId: newRequestId(), ...getBody(refusal) }) : next()
  })
  for (const endpoint of endpoints) {
    api.on(endpoint.method, `/v1${endpoint.path}`, async (c) => {
      const asked = await read(c, endpoint)
      return getAnswer(c, answer(books, asked), asked)
    })
  }
  api.all('/v1/*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The sandbox has not all of Stripe's API; its README lists what it has.`
    const unknown = new Refusal(404, { type: 'invalid_request_error', message })
    return getAnswer(c, { requestId: newRequestId(), ...getBody(unknown) })
  })
  return api
}

function authenticate(c: Context): Refusal | null {
  const key = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
  if (!key.startsWith('sk_test_')) {
    const shown = key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.'
    const message = `${shown} The sandbox takes any key that begins with sk_test_.`
    return new Refusal(401, { type: 'invalid_request_error', message })
  }
  const version = c.req.header('stripe-version')
  if (version === undefined || version === API_VERSION) return null
  const message = `Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} alone.`
  return new Refusal(400, { type: 'invalid_request_error', message })
}

async function read(c: Context, endpoint: Endpoint): Promise<Asked> {
  const query = new URL(c.req.url).search.slice(1)
  const form = endpoint.method === 'POST' ? await c.req.text() : query
  const key = endpoint.method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null
  const fingerprint = createHash('sha256').update(`${c.req.method} ${c.req.path}\n${form}`).digest('hex')
  return { endpoint, form, id: c.req.param('id') ?? '', key, fingerprint, requestId: newRequestId() }
}

type Answer = Pick<KeptAnswer, 'requestId' | 'status' | 'body'> & { isReplay?: boolean }

function answer(books: Books, asked: Asked): Answer {
  const cause = { requestId: asked.requestId, idempotencyKey: asked.key }
  try {
    return books.action(() => answerOnce(books, asked), cause)
  } catch (error) {
    if (error instanceof Refusal) return { requestId: asked.requestId, ...getBody(error) }
    throw error
  }
}

/** Answers once for each key. Runs within the transaction, so that the answer is kept together with what it did. */
function answerOnce(books: Books, asked: Asked): Answer {
  const { key, fingerprint, requestId } = asked
  const earlier = key === null ? null : earlierAnswer(books, key, fingerprint)
  if (earlier) return { ...earlier, isReplay: true }
  const { status, body } = attempt(books, asked)
  if (key !== null) {
    forgetOldAnswers(books)
    books.ledger.put('answer', key, { fingerprint, requestId, status, body, at: books.now() })
  }
  return { requestId, status, body }
}

/** Returns the earlier answer for the key; null for a new key. Throws a refusal if the request differs. */
function earlierAnswer(books: Books, key: string, fingerprint: string): KeptAnswer | null {
  const kept = books.ledger.get('answer', key)
  if (!kept || kept.at + ANSWERS_KEPT_S <= books.now()) return null
  if (kept.fingerprint === fingerprint) return kept
  throw new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function forgetOldAnswers(books: Books): void {
  for (const [key, { at }] of books.ledger.getEntries('answer')) {
    if (at + ANSWERS_KEPT_S > books.now()) return
    books.ledger.remove('answer', key)
  }
}

function attempt(books: Books, { endpoint, form, id }: Asked): Pick<KeptAnswer, 'status' | 'body'> {
  const params = readParams(endpoint.params, form)
  try {
    return books.ledger.savepoint(() => {
      const result = endpoint.run(books, params as never, id)
      if (result instanceof Refusal) return getBody(result)
      const { expand } = params as { expand?: string[] }
      const expanded = expandPaths(books.ledger, result, expand ?? [])
      return { status: 200, body: JSON.stringify(expanded, null, 2) }
    })
  } catch (error) {
    // What a card's bank said is an answer like any other, and is given again to the same key.
    if (error instanceof CardRefusal) return getBody(error)
    throw error
  }
}

function getBody(refusal: Refusal): Pick<KeptAnswer, 'status' | 'body'> {
  const error: ErrorBody = refusal.body
  return { status: refusal.status, body: JSON.stringify({ error }, null, 2) }
}

function getAnswer(c: Context, { status, body, requestId, isReplay }: Answer, asked?: Asked): Response {
  c.header('content-type', 'application/json')
  c.header('request-id', asked?.requestId ?? requestId)
  c.header('stripe-version', API_VERSION)
  if (asked?.key) {
    c.header('idempotency-key', asked.key)
    c.header('original-request', requestId)
  }
  if (isReplay) c.header('idempotent-replayed', 'true')
  return c.body(body, status)
}

function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`
}

type Fields = Record<string, unknown>

/** What a field refers to, by its name. */
const REFERENCES = { default_payment_method: 'payment_method', setup_intent: 'setup_intent' } as const

/** Returns the object with the references along the paths replaced by what they refer to. */
function expandPaths(ledger: Ledger, object: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => expandPath(ledger, expanded, path.split('.'), path), object)
}

function expandPath(ledger: Ledger, value: unknown, path: readonly string[], whole: string): object {
  const [name, ...rest] = path
  if (name === undefined || value === null || typeof value !== 'object') return value as object
  if (Array.isArray(value)) return value.map((each) => expandPath(ledger, each, path, whole))
  const fields = value as Fields
  const found = resolve(ledger, fields, name)
  if (found === undefined) throw invalid(`This property cannot be expanded (${whole}).`, 'expand')
  return { ...fields, [name]: expandPath(ledger, found, rest, whole) }
}

/** Returns what a field refers to; undefined when the object has no such field, or one that refers to nothing. */
function resolve(ledger: Ledger, fields: Fields, name: string): unknown {
  if (name === 'payments' && fields.object === 'invoice') {
    const payment = ledger.get('invoice_payment', fields.id as string)
    return listOf(payment ? [payment] : [], `/v1/invoice_payments?invoice=${fields.id}`)
  }
  const value = fields[name]
  if (typeof value !== 'string') return value
  const kind = REFERENCES[name as keyof typeof REFERENCES]
  return kind && ledger.get(kind, value)
}
