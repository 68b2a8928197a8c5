import Stripe from 'stripe'
import { AppError } from '../../kernel/errors.ts'

/**
 * `unavailable`: it is unknown whether the call took effect. `refused`: the provider understood and said no.
 * `declined`: the card was not charged. `missing`: the object does not exist, or no longer.
 */
export type StripeFault = 'unavailable' | 'refused' | 'declined' | 'missing' | 'misconfigured'

const sentences: Record<StripeFault, string> = {
  unavailable: 'The payment provider does not answer. Please try again in a few minutes.',
  refused: 'The payment provider refused the request.',
  declined: 'The card was declined.',
  missing: 'The payment provider no longer knows this.',
  misconfigured: "The payment provider refuses this server's key. The operator must check the settings.",
}

/** A failure of this integration. `detail` is for the log; it never contains a key or a card. */
export class StripeError extends AppError {
  readonly reason: StripeFault
  /** The provider's own code of the failure. */
  readonly providerCode: string | undefined
  /** True while another request does the same, with an unknown outcome. */
  readonly isBeingAsked: boolean

  constructor(
    reason: StripeFault,
    detail: string,
    options: { message?: string; cause?: unknown; providerCode?: string; isBeingAsked?: boolean } = {},
  ) {
    super('upstream_failed', options.message ?? sentences[reason], {
      retryable: reason === 'unavailable',
      detail,
      cause: options.cause,
    })
    this.name = 'StripeError'
    this.reason = reason
    this.providerCode = options.providerCode
    this.isBeingAsked = options.isBeingAsked ?? false
  }
}

export function isStripeFault(error: unknown, ...reasons: StripeFault[]): error is StripeError {
  return error instanceof StripeError && reasons.includes(error.reason)
}

/** Runs a call of the library and translates what it throws. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw asStripeError(error)
  }
}

function asStripeError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const detail = [error.type, error.code, error.param, error.requestId].filter(Boolean).join(' ')
  if (error instanceof Stripe.errors.StripeCardError) {
    // The provider writes this sentence for the card holder.
    return new StripeError('declined', detail, { message: error.message })
  }
  return new StripeError(getFault(error), `${detail}: ${error.message}`, {
    ...(error.code === undefined ? {} : { providerCode: error.code }),
    isBeingAsked: error instanceof Stripe.errors.StripeIdempotencyError,
  })
}

function getFault(error: Stripe.errors.StripeError): StripeFault {
  if (error.code === 'resource_missing') return 'missing'
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return 'misconfigured'
  }
  const isRefusal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  return isRefusal ? 'refused' : 'unavailable'
}
