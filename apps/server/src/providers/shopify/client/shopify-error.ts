import { StoreError, type StoreFault } from '../../../kernel/connector/store-error.ts'

/** The name of this kind of store, as merchants know it. */
export const SHOPIFY = 'Shopify'

/** A failure at Shopify. */
export class ShopifyError extends StoreError {
  constructor(reason: StoreFault, detail: string, cause?: unknown) {
    super(SHOPIFY, reason, detail, cause)
    this.name = 'ShopifyError'
  }
}
