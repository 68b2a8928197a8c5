import { type FunctionName, functionSchemas } from '@stockcast/contract'
import type { z } from 'zod'
import { endSession, renewAccessToken, validAccessToken } from './access-token.ts'
import { ApiError, callTexts, toApiError } from './api-error.ts'

const DEADLINE_MS = 20_000
const FUNCTION_DEADLINE_MS = 60_000
/** Enough for half a gigabyte over a slow connection. */
const UPLOAD_DEADLINE_MS = 3_600_000

/** Values are sent as text; undefined and empty ones are left out. */
type Query = Readonly<Record<string, unknown>>

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Sent unchanged, in place of a JSON body. */
  file?: Blob
  deadlineMs?: number
  signal?: AbortSignal | undefined
}

/** Calls our own API. Answers are checked against the contract; every failure is an `ApiError`. */
export const api = {
  get: <Schema extends z.ZodType>(path: string, schema: Schema, query: Query = {}, signal?: AbortSignal) =>
    call({ method: 'GET', path: withQuery(path, query), signal }, schema),
  post: <Schema extends z.ZodType>(path: string, schema: Schema, body?: unknown) =>
    call({ method: 'POST', path, body }, schema),
  put: <Schema extends z.ZodType>(path: string, schema: Schema, body: unknown) =>
    call({ method: 'PUT', path, body }, schema),
  delete: <Schema extends z.ZodType>(path: string, schema: Schema) =>
    call({ method: 'DELETE', path }, schema),
  upload: <Schema extends z.ZodType>(path: string, schema: Schema, file: Blob, query: Query = {}) =>
    call({ method: 'POST', path: withQuery(path, query), file, deadlineMs: UPLOAD_DEADLINE_MS }, schema),
  /** Fetches a file that needs the bearer header, which a plain link cannot send. */
  download: async (path: string, query: Query = {}): Promise<Blob> => {
    const request: Call = { method: 'GET', path: withQuery(path, query), deadlineMs: FUNCTION_DEADLINE_MS }
    const response = await send(request)
    return readBody(response.blob(), request)
  },
  /** Fetches a large file; `onBytes` receives the number of bytes so far. */
  downloadLarge: async (path: string, onBytes: (bytes: number) => void): Promise<Blob> => {
    const response = await send({ method: 'GET', path, deadlineMs: UPLOAD_DEADLINE_MS })
    return readCounted(response, onBytes)
  },
  stream: (path: string, signal: AbortSignal) => send({ method: 'GET', path, signal, deadlineMs: 0 }),
}

async function readCounted(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value)
      bytes += part.value.length
      onBytes(bytes)
    }
  } catch (cause) {
    throw noAnswer('GET', cause)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

type Request<Name extends FunctionName> = z.input<(typeof functionSchemas)[Name]['request']>
type Answer<Name extends FunctionName> = z.output<(typeof functionSchemas)[Name]['response']>

/** Calls a server function of spec §7 by its name. */
export async function callFunction<Name extends FunctionName>(
  name: Name,
  request: Request<Name>,
): Promise<Answer<Name>> {
  const answer = await call(
    { method: 'POST', path: `/functions/${name}`, body: request, deadlineMs: FUNCTION_DEADLINE_MS },
    functionSchemas[name].response as z.ZodType,
  )
  return answer as Answer<Name>
}

async function call<Schema extends z.ZodType>(request: Call, schema: Schema): Promise<z.output<Schema>> {
  const response = await send(request)
  const text = await readBody(response.text(), request)
  const parsed = schema.safeParse(text === '' ? undefined : parseJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError({
    code: 'unreadable',
    message: callTexts.unreadable,
    status: response.status,
    cause: parsed.error,
  })
}

/** Sends with the bearer token; on 401 the token is renewed once and the call repeated. */
async function send(request: Call): Promise<Response> {
  const token = await validAccessToken()
  if (token === null) throw signedOut()
  const first = await fetchOnce(request, token)
  if (first.status !== 401) return accept(first)

  const renewed = await renewAccessToken()
  if (renewed === null) throw signedOut()
  const second = await fetchOnce(request, renewed)
  if (second.status === 401) throw signedOut()
  return accept(second)
}

async function accept(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await toApiError(response)
}

function signedOut(): ApiError {
  endSession()
  return new ApiError({ code: 'unauthenticated', message: callTexts.signedOut, status: 401 })
}

async function fetchOnce(request: Call, token: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${token}` })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (request.file !== undefined) headers.set('content-type', 'application/octet-stream')
  try {
    return await fetch(request.path, {
      method: request.method,
      headers,
      credentials: 'same-origin',
      signal: deadline(request),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.file === undefined ? {} : { body: request.file }),
    })
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw noAnswer(request.method, cause)
  }
}

/** Reads the body; an answer that breaks off counts as no answer. */
async function readBody<Body>(body: Promise<Body>, request: Call): Promise<Body> {
  try {
    return await body
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw noAnswer(request.method, cause)
  }
}

function noAnswer(method: Call['method'], cause: unknown): ApiError {
  const code = method === 'GET' ? 'unreachable' : 'unanswered'
  return new ApiError({ code, message: callTexts.silent, status: 0, cause })
}

function deadline({ deadlineMs = DEADLINE_MS, signal }: Call): AbortSignal | null {
  const signals = [
    ...(deadlineMs > 0 ? [AbortSignal.timeout(deadlineMs)] : []),
    ...(signal === undefined ? [] : [signal]),
  ]
  return signals.length === 0 ? null : AbortSignal.any(signals)
}

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
