import { AppError } from '../errors.ts'
import { syncTexts } from '../texts/sync-texts.ts'

/** Kinds of failures at a store that callers distinguish. */
export type StoreFault =
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

interface Fault {
  sentence: (name: string) => string
  /** Shown to a person who waits for the answer; background work is retried without it. */
  advice?: string
  retryable: boolean
}

const faults: Record<StoreFault, Fault> = {
  unavailable: { sentence: syncTexts.storeSilent, advice: TRY_AGAIN, retryable: true },
  throttled: { sentence: (name) => `${name} is busy with this store.`, advice: TRY_AGAIN, retryable: true },
  unexpected_answer: {
    sentence: (name) => `${name} answered in a way this version does not understand.`,
    retryable: false,
  },
  unauthorized: {
    sentence: (name) => `${name} says the authorization is invalid. Please connect the store again.`,
    retryable: false,
  },
  blocked: {
    sentence: (name) =>
      `${name} refused this server's address. The operator must add it to the app's IP allowlist.`,
    retryable: true,
  },
  shop_paused: {
    sentence: (name) => `The store is paused or frozen at ${name}. Syncing waits until it is open.`,
    retryable: true,
  },
  shop_not_found: {
    sentence: (name) => `This store domain was not found at ${name}.`,
    retryable: false,
  },
  access_denied: {
    sentence: () => 'The store has not granted a permission that is needed.',
    retryable: false,
  },
  too_costly: { sentence: (name) => `${name} refused a request as too large.`, retryable: false },
  result_gone: { sentence: (name) => `A result kept by ${name} has expired.`, retryable: true },
  forbidden_result_host: {
    sentence: (name) => `${name} named a result at an address that is not its own.`,
    retryable: false,
  },
}

/** A failure of a store. `detail` is for the log; it never contains a token. */
export class StoreError extends AppError {
  readonly reason: StoreFault
  /** What is wrong, without advice. */
  readonly sentence: string

  constructor(storeName: string, reason: StoreFault, detail: string, cause?: unknown) {
    const { sentence, advice, retryable } = faults[reason]
    const text = sentence(storeName)
    super('upstream_failed', advice ? `${text} ${advice}` : text, { retryable, detail, cause })
    this.name = 'StoreError'
    this.reason = reason
    this.sentence = text
  }
}

export function isStoreFault(error: unknown, ...reasons: StoreFault[]): boolean {
  return error instanceof StoreError && reasons.includes(error.reason)
}

const UNREADABLE: ReadonlySet<StoreFault> = new Set(['access_denied', 'unexpected_answer', 'too_costly'])

/**
 * Returns whether the store cannot give the resource that was asked for, now or on a retry. Other failures, such
 * as a refused token, concern the whole shop.
 */
export function isUnreadable(error: unknown): error is StoreError {
  return error instanceof StoreError && UNREADABLE.has(error.reason)
}

/** Returns the same sentence for every forgery, so that it reveals nothing; the log has the detail. */
export function callbackRefused(storeName: string, detail: string): AppError {
  const message = `The answer from ${storeName} is invalid or too old. Please connect the store again.`
  return new AppError('invalid_input', message, { detail, refusal: 'invalid_store' })
}
