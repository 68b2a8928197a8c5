import { AppError } from '../../errors.ts'

/** What went wrong at Shopify, as callers tell it apart. */
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

const faults: Record<ShopifyFault, { sentence: string; retryable: boolean }> = {
  unavailable: { sentence: 'Shopify did not answer. Please try again in a few minutes.', retryable: true },
  throttled: {
    sentence: 'Shopify is busy with this store. Please try again in a few minutes.',
    retryable: true,
  },
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

/** Every failure of this integration. `detail` is for the log; it never holds a token. */
export class ShopifyError extends AppError {
  readonly reason: ShopifyFault

  constructor(reason: ShopifyFault, detail: string, cause?: unknown) {
    super('upstream_failed', faults[reason].sentence, { retryable: faults[reason].retryable, detail, cause })
    this.name = 'ShopifyError'
    this.reason = reason
  }
}

export function isShopifyFault(error: unknown, ...reasons: ShopifyFault[]): boolean {
  return error instanceof ShopifyError && reasons.includes(error.reason)
}
