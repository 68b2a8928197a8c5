import { AppError } from '../../errors.ts'
import { syncTexts } from '../../texts/sync-texts.ts'

/** Kinds of failures at Shopify that callers distinguish. */
export type ShopifyFault =
  | 'unavailable'
  | 'throttled'
  | 'unexpected_answer'
  | 'unauthorized'
  | 'blocked'
  | 'shop_paused'
  | 'shop_not_found'
  | 'access_denied'
  | 'too_costly'
  | 'result_gone'
  | 'forbidden_result_host'

const TRY_AGAIN = 'Please try again in a few minutes.'

/** `advice` is for somebody who waits for the answer; background work continues by itself. */
const faults: Record<ShopifyFault, { sentence: string; advice?: string; retryable: boolean }> = {
  unavailable: { sentence: syncTexts.storeSilent, advice: TRY_AGAIN, retryable: true },
  throttled: { sentence: 'Shopify is busy with this store.', advice: TRY_AGAIN, retryable: true },
  unexpected_answer: {
    sentence: 'Shopify answered in a way this version does not understand.',
    retryable: false,
  },
  unauthorized: {
    sentence: 'Shopify says the authorization is invalid. Please connect the store again.',
    retryable: false,
  },
  blocked: {
    sentence: "Shopify refused this server's address. The operator must add it to the app's IP allowlist.",
    retryable: true,
  },
  shop_paused: {
    sentence: 'The store is paused or frozen at Shopify. Syncing waits until it is open.',
    retryable: true,
  },
  shop_not_found: { sentence: 'This store domain was not found at Shopify.', retryable: false },
  access_denied: { sentence: 'The store has not granted a permission that is needed.', retryable: false },
  too_costly: { sentence: 'Shopify refused a request as too large.', retryable: false },
  result_gone: { sentence: 'A result kept by Shopify has expired.', retryable: true },
  forbidden_result_host: {
    sentence: 'Shopify named a result at an address that is not its own.',
    retryable: false,
  },
}

/** A failure of this integration. `detail` is for the log; it never contains a token. */
export class ShopifyError extends AppError {
  readonly reason: ShopifyFault
  /** What is wrong, without advice. */
  readonly sentence: string

  constructor(reason: ShopifyFault, detail: string, cause?: unknown) {
    const { sentence, advice, retryable } = faults[reason]
    super('upstream_failed', advice ? `${sentence} ${advice}` : sentence, { retryable, detail, cause })
    this.name = 'ShopifyError'
    this.reason = reason
    this.sentence = sentence
  }
}

export function isShopifyFault(error: unknown, ...reasons: ShopifyFault[]): boolean {
  return error instanceof ShopifyError && reasons.includes(error.reason)
}
