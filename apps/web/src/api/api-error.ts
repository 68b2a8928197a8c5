import { type ErrorCode, errorBodySchema, type Refusal, refusals } from '@stockcast/contract'
import { z } from 'zod'

/**
 * The server's codes, and three that only the browser can find: a read without an answer, a write without
 * one (it may have been done), and an answer that it cannot parse.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unanswered' | 'unreadable'

/** What the browser itself finds out about a call. */
export const callTexts = {
  silent: 'The server did not answer.',
  signedOut: 'Please sign in again.',
  otherShop: 'Another shop is open now. Nothing was sent to it.',
  unexpected: 'The server did not answer as expected. Please try again.',
  unreadable: 'This page cannot read the server’s answer. Reload the page.',
} as const

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly field: string | undefined
  readonly refusal: Refusal | undefined
  /** HTTP status, 0 when there was no answer. */
  readonly status: number

  constructor(failure: {
    code: ApiErrorCode
    message: string
    status: number
    field?: string | undefined
    refusal?: Refusal | undefined
    cause?: unknown
  }) {
    super(failure.message, { cause: failure.cause })
    this.code = failure.code
    this.field = failure.field
    this.refusal = failure.refusal
    this.status = failure.status
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

/** As in the contract, but a newer server's refusal leaves the rest of the body readable. */
const readBodySchema = z.object({
  error: errorBodySchema.shape.error.extend({ refusal: z.enum(refusals).optional().catch(undefined) }),
})

/** Reads the body of a failed answer; an answer that is not ours (a proxy's page, say) is `unreadable`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = readBodySchema.safeParse(await response.json().catch(() => null))
  if (body.success) return new ApiError({ ...body.data.error, status: response.status })
  if (response.status === 401) {
    return new ApiError({ code: 'unauthenticated', message: callTexts.signedOut, status: 401 })
  }
  return new ApiError({
    code: 'unreadable',
    message: callTexts.unexpected,
    status: response.status,
  })
}
