import { EXAMPLE_SHOP_DOMAIN, readShopDomain, SHOP_DOMAIN_PATTERN } from '@stockcast/contract'
import type { StoreCallback } from '../../kernel/connector/connector.ts'
import { callbackRefused } from '../../kernel/connector/store-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { SHOPIFY, type Shopify } from './client/index.ts'

/** Returns the domain that a merchant typed. */
export function requireShopDomain(typed: string): string {
  const read = readShopDomain(typed)
  if (read.kind === 'shop') return read.shopDomain
  const message =
    read.kind === 'custom_domain'
      ? `Please use your .myshopify.com domain, not your custom domain. For example: '${EXAMPLE_SHOP_DOMAIN}'`
      : `This is not a store domain. For example: '${EXAMPLE_SHOP_DOMAIN}'`
  throw new AppError('invalid_input', message, { field: 'shop', refusal: 'incorrect_domain' })
}

/** Checks the form first, then the signature; uses nothing of an unsigned callback. */
export function readCallback(
  client: Shopify,
  callback: StoreCallback,
): { shopDomain: string; code: string; state: string } {
  const query = callback.query.replace(/^\?/, '')
  const parameters = new URLSearchParams(query)
  const shopDomain = callback.shop.toLowerCase()
  if (!SHOP_DOMAIN_PATTERN.test(shopDomain)) {
    throw new AppError('invalid_input', 'This is not a Shopify store domain.', {
      field: 'shop',
      refusal: 'incorrect_domain',
    })
  }
  for (const name of ['code', 'shop', 'hmac'] as const) {
    if (parameters.get(name) !== callback[name]) {
      throw callbackRefused(SHOPIFY, `${name} differs from the query`)
    }
  }
  if (!client.isSigned(query)) throw callbackRefused(SHOPIFY, 'signature or time')
  return { shopDomain, code: callback.code, state: parameters.get('state') ?? '' }
}
