import { type FunctionName, functionPath, functionSchemas } from '@stockcast/contract'
import type { z } from 'zod'
import { endSession, isForOpenShop, renewAccessToken, validAccessToken } from './access-token.ts'
import { ApiError, callTexts, toApiError } from './api-error.ts'
import { type Call, readAnswer, readBody, sendOnce } from './http.ts'

const FUNCTION_DEADLINE_MS = 60_000
/** Enough for half a gigabyte over a slow connection. */
const UPLOAD_DEADLINE_MS = 3_600_000

type Query = Call['query']

/** Calls our own API. Answers are checked against the contract; every failure is an `ApiError`. */
export const api = {
  get: <Schema extends z.ZodType>(path: string, schema: Schema, query?: Query, signal?: AbortSignal) =>
    call({ method: 'GET', path, query, signal }, schema),
  post: <Schema extends z.ZodType>(path: string, schema: Schema, body?: unknown) =>
    call({ method: 'POST', path, body }, schema),
  put: <Schema extends z.ZodType>(path: string, schema: Schema, body: unknown) =>
    call({ method: 'PUT', path, body }, schema),
  delete: <Schema extends z.ZodType>(path: string, schema: Schema, query?: Query) =>
    call({ method: 'DELETE', path, query }, schema),
  upload: <Schema extends z.ZodType>(path: string, schema: Schema, file: Blob, query?: Query) =>
    call({ method: 'POST', path, query, file, deadlineMs: UPLOAD_DEADLINE_MS }, schema),
  /** Fetches a file that needs the bearer header, which a plain link cannot send. */
  download: async (path: string, query?: Query): Promise<Blob> => {
    const request: Call = { method: 'GET', path, query, deadlineMs: FUNCTION_DEADLINE_MS }
    const response = await send(request)
    return readBody(response.blob(), request)
  },
  /** Fetches a large file; `onBytes` receives the number of bytes so far. */
  downloadLarge: async (path: string, onBytes: (bytes: number) => void): Promise<Blob> => {
    const request: Call = { method: 'GET', path, deadlineMs: UPLOAD_DEADLINE_MS }
    return readBody(readCounted(await send(request), onBytes), request)
  },
  stream: (path: string, signal: AbortSignal) => send({ method: 'GET', path, signal, deadlineMs: 0 }),
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

type Request<Name extends FunctionName> = z.input<(typeof functionSchemas)[Name]['request']>
type Answer<Name extends FunctionName> = z.output<(typeof functionSchemas)[Name]['response']>

/** Calls a server function of spec §7 by its name. */
export async function callFunction<Name extends FunctionName>(
  name: Name,
  request: Request<Name>,
): Promise<Answer<Name>> {
  const answer = await call(
    { method: 'POST', path: functionPath(name), body: request, deadlineMs: FUNCTION_DEADLINE_MS },
    functionSchemas[name].response as z.ZodType,
  )
  return answer as Answer<Name>
}

async function call<Schema extends z.ZodType>(request: Call, schema: Schema): Promise<z.output<Schema>> {
  return readAnswer(await send(request), request, schema)
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
