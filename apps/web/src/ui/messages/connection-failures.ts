import { EXAMPLE_SHOP_DOMAIN, type Refusal } from '@stockcast/contract'
import { ApiError } from '../../api/api-error.ts'
import type { Message } from './error-messages.ts'

const CONNECTION_FAILED = 'Connection failed'

export const invalidDomain: Message = {
  title: 'Invalid domain',
  message: `Please use your .myshopify.com domain, not your custom domain. For example: '${EXAMPLE_SHOP_DOMAIN}'`,
}

export const storeNameMissing = 'Enter the name of your store.'
export const ownDomain = 'This is your own domain. Enter the name before .myshopify.com.'
export const refusedShopName = 'No store can be connected by this name.'
export const invalidShopName = 'A store name has letters, digits and hyphens only.'

const connectFallback = 'Failed to connect to Shopify. Please try again.'

const refusalTitles: Record<Refusal, string> = {
  incorrect_domain: 'Incorrect domain',
  invalid_store: 'Invalid store',
}

/** Returns why the connection of a store failed, by the server's code (S-06). */
export const connectFailure = (error: unknown): Message =>
  error instanceof ApiError && error.refusal !== undefined
    ? { title: refusalTitles[error.refusal], message: error.message }
    : { title: CONNECTION_FAILED, message: connectFallback }

/**
 * Returns why a connection failed (S-05); without an error of the call itself, the address lacked what
 * Shopify sends.
 */
export const callbackFailure = (error: unknown): Message => ({
  title: CONNECTION_FAILED,
  message:
    error === null
      ? 'Missing required parameters'
      : error instanceof ApiError && error.status > 0
        ? error.message
        : connectFallback,
})
