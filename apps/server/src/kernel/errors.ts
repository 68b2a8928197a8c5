import type { ErrorCode, Refusal } from '@stockcast/contract'

/**
 * A failure with a public sentence. `cause` and `detail` are only logged. Jobs read `retryable`: true when
 * the same call may succeed later.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly refusal: Refusal | undefined
  readonly retryable: boolean
  readonly detail: unknown
  /** When the caller may try again; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      field?: string
      refusal?: Refusal
      retryable?: boolean
      detail?: unknown
      cause?: unknown
      retryAfterSeconds?: number
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.refusal = options.refusal
    this.retryable = options.retryable ?? false
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
