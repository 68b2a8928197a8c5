import type { z } from 'zod'
import { ApiError, callTexts } from './api-error.ts'

const DEADLINE_MS = 20_000

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Values are sent as text, those of a list one by one; undefined and empty ones are left out. */
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  /** Sent unchanged, in place of a JSON body. */
  file?: Blob
  /** 0 stands for no deadline. */
  deadlineMs?: number | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends one request to our own server, with the session's cookie and, where given, the bearer token. Returns
 * the answer with any status; a missing answer is an `ApiError`.
 */
export async function sendOnce(call: Call, token?: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  if (call.file !== undefined) headers.set('content-type', 'application/octet-stream')
  try {
    return await fetch(call.path + toQuery(call.query), {
      method: call.method,
      headers,
      credentials: 'same-origin',
      signal: deadline(call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.file === undefined ? {} : { body: call.file }),
    })
  } catch (cause) {
    throw noAnswer(call, cause)
  }
}

/** Reads an answer by its schema; an answer that does not match is an `unreadable` one. */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  call: Call,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readBody(response.text(), call)
  const parsed = schema.safeParse(text === '' ? undefined : parseJson(text))
  if (parsed.success) return parsed.data
  throw new ApiError({
    code: 'unreadable',
    message: callTexts.unreadable,
    status: response.status,
    cause: parsed.error,
  })
}

/** Reads the body; an answer that breaks off counts as no answer. */
export async function readBody<Body>(body: Promise<Body>, call: Call): Promise<Body> {
  try {
    return await body
  } catch (cause) {
    throw noAnswer(call, cause)
  }
}

/** Returns the error for a missing answer; a call that its caller aborted keeps the caller's reason. */
export function noAnswer({ method, signal }: Call, cause: unknown): unknown {
  if (signal?.aborted) return cause
  const code = method === 'GET' ? 'unreachable' : 'unanswered'
  return new ApiError({ code, message: callTexts.silent, status: 0, cause })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function deadline({ deadlineMs = DEADLINE_MS, signal }: Call): AbortSignal | null {
  const signals = [
    ...(deadlineMs > 0 ? [AbortSignal.timeout(deadlineMs)] : []),
    ...(signal === undefined ? [] : [signal]),
  ]
  return signals.length === 0 ? null : AbortSignal.any(signals)
}

/** Returns the query of an address, with each value of a list; empty values are left out. */
export function toQuery(values: Readonly<Record<string, unknown>> = {}): string {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null || one === '' ? [] : [[key, String(one)]])),
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}
