import { type Endpoint, type ParamsOf, toAddress } from '@stockcast/contract'
import type { z } from 'zod'
import { endSession, isForOpenShop, renewAccessToken, validAccessToken } from './access-token.ts'
import { ApiError, callTexts, toApiError } from './api-error.ts'
import { type Call, readAnswer, readBody, sendOnce } from './http.ts'

const SLOW_DEADLINE_MS = 60_000
/** Enough for half a gigabyte over a slow connection. */
const FILE_DEADLINE_MS = 3_600_000

/** What an endpoint is called with. */
type Input<E extends Endpoint> = ParamsInput<E['path']> & QueryInput<E['query']> & BodyInput<E['body']>
type ParamsInput<Path extends string> = [keyof ParamsOf<Path>] extends [never]
  ? unknown
  : { params: ParamsOf<Path> }
type QueryInput<Query> = Query extends z.ZodType
  ? object extends z.input<Query>
    ? { query?: z.input<Query> }
    : { query: z.input<Query> }
  : unknown
type BodyInput<Body> = Body extends z.ZodType
  ? { body: z.input<Body> }
  : Body extends 'file'
    ? { file: Blob }
    : unknown
type Given<E extends Endpoint> =
  object extends Input<E> ? [input?: Input<E>, signal?: AbortSignal] : [input: Input<E>, signal?: AbortSignal]

/** Calls an endpoint of our API. The answer is checked against the contract; every failure is an `ApiError`. */
export async function call<E extends Endpoint & { answer: z.ZodType }>(
  endpoint: E,
  ...[input, signal]: Given<E>
): Promise<z.output<E['answer']>> {
  const { isSlow, body } = endpoint
  const deadlineMs = body === 'file' ? FILE_DEADLINE_MS : isSlow ? SLOW_DEADLINE_MS : undefined
  const request = { ...getRequest(endpoint, input as Sent), deadlineMs, signal }
  return readAnswer(await send(request), request, endpoint.answer as E['answer'])
}

/** Fetches a file that needs the bearer header, which a plain link cannot send. */
export async function download<E extends Endpoint & { file: string }>(
  endpoint: E,
  ...[input]: Given<E>
): Promise<Blob> {
  const request = { ...getRequest(endpoint, input as Sent), deadlineMs: SLOW_DEADLINE_MS }
  const response = await send(request)
  return readBody(response.blob(), request)
}

/** Fetches a large file; `onBytes` receives the number of bytes so far. */
export async function downloadLarge(
  endpoint: Endpoint & { file: string },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const request = { ...getRequest(endpoint), deadlineMs: FILE_DEADLINE_MS }
  return readBody(readCounted(await send(request), onBytes), request)
}

/** Opens a stream of events, which ends by the signal. */
export function openStream(
  endpoint: Endpoint & { stream: z.ZodType },
  signal: AbortSignal,
): Promise<Response> {
  return send({ ...getRequest(endpoint), signal, deadlineMs: 0 })
}

type Sent = Pick<Call, 'query' | 'body' | 'file'> & { params?: ParamsOf<string> }

function getRequest(endpoint: Endpoint, { params = {}, ...sent }: Sent = {}): Call {
  return { method: endpoint.method, path: toAddress(endpoint, params), ...sent }
}

async function readCounted(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    bytes += part.value.length
    onBytes(bytes)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Sends with the bearer token; on 401 the token is renewed once and the call repeated. */
async function send(request: Call): Promise<Response> {
  const token = await validAccessToken()
  if (token === null) throw signedOut()
  assertOpenShop(token)
  const first = await sendOnce(request, token)
  if (first.status !== 401) return accept(first)

  const renewed = await renewAccessToken()
  if (renewed === null) throw signedOut()
  assertOpenShop(renewed)
  const second = await sendOnce(request, renewed)
  if (second.status === 401) throw signedOut()
  return accept(second)
}

/** Loads the app again when another shop is open by now: nothing of this page is sent there. */
function assertOpenShop(token: string): void {
  if (isForOpenShop(token)) return
  window.location.assign('/dashboard')
  throw new ApiError({ code: 'unreachable', message: callTexts.otherShop, status: 0 })
}

async function accept(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await toApiError(response)
}

function signedOut(): ApiError {
  endSession()
  return new ApiError({ code: 'unauthenticated', message: callTexts.signedOut, status: 401 })
}
