import { type ErrorCode, errorBodySchema } from '@stockcast/contract'

/**
 * The server's codes, and three that only the browser can find: a read without an answer, a write without
 * one (it may have been done), and an answer that it cannot parse.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unanswered' | 'unreadable'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly field: string | undefined
  /** HTTP status, 0 when there was no answer. */
  readonly status: number

  constructor(failure: {
    code: ApiErrorCode
    message: string
    status: number
    field?: string | undefined
    cause?: unknown
  }) {
    super(failure.message, { cause: failure.cause })
    this.code = failure.code
    this.field = failure.field
    this.status = failure.status
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated'
}

/** Reads the body of a failed answer; an answer that is not ours (a proxy's page, say) is `unreadable`. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => null))
  if (body.success) return new ApiError({ ...body.data.error, status: response.status })
  if (response.status === 401) {
    return new ApiError({ code: 'unauthenticated', message: 'Please sign in again.', status: 401 })
  }
  return new ApiError({
    code: 'unreadable',
    message: 'The server did not answer as expected. Please try again.',
    status: response.status,
  })
}
