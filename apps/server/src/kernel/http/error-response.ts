import type { ErrorBody, ErrorCode } from '@stockcast/contract'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { passingFault } from '../database/write-faults.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { getRoute } from './observe-requests.ts'

const statusOf = {
  invalid_input: 400,
  unauthenticated: 401,
  subscription_ended: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  limit_exceeded: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

const RETRY_AFTER_SECONDS = 5

/**
 * Turns a failure into an answer; no other place does. Only `internal` is logged as an error. Its route is logged, never
 * its address, which may be a link that acts.
 */
export function errorResponse(c: Context, error: unknown, log: Log): Response {
  const failure = asAppError(error)
  const entry = { err: error, ...getRoute(c) }
  if (failure.code === 'internal') log.error(entry, 'request failed')
  else if (failure.code === 'upstream_failed') log.warn(entry, 'provider failed')
  else if (failure.retryable) log.warn(entry, 'request refused temporarily')
  const { retryAfterSeconds } = failure
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return c.json(errorBody(failure), statusOf[failure.code], headers)
}

export function errorBody(failure: AppError): ErrorBody {
  const { code, message, field, refusal } = failure
  return {
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      ...(refusal === undefined ? {} : { refusal }),
    },
  }
}

/**
 * Returns the answer for a caller while the database is unavailable or overloaded. The request may still have
 * taken effect.
 */
export function databaseUnavailable(cause?: unknown): AppError {
  const message = 'Stockcast cannot reach its data right now. Please try again in a few seconds.'
  return new AppError('unavailable', message, {
    cause,
    retryable: true,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError('invalid_input', error.message || refusalTexts.unreadable, { cause: error })
  }
  const passing = passingFault(error)
  if (passing) return passing
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error)
  return new AppError('internal', refusalTexts.ourFault, { cause: error })
}
