import { SHOP_DOMAIN_SUFFIX } from './constants.ts'

/** The only form of shop address to which requests are sent. */
export const SHOP_DOMAIN_PATTERN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/

const ADMIN_ADDRESS = /^admin\.shopify\.com\/store\/([^/?#]+)/

export type ShopDomainInput =
  | { kind: 'shop'; shopDomain: string }
  | { kind: 'empty' }
  /** A custom domain, which Shopify's authorization page does not accept (checklist S-03). */
  | { kind: 'custom_domain' }
  | { kind: 'invalid' }

/**
 * Reads a shop address from what a merchant typed or pasted. Accepts the bare name, the address, a page of
 * the admin below the address, and `admin.shopify.com/store/NAME`. The result must match the anchored
 * pattern.
 */
export function readShopDomain(typed: string): ShopDomainInput {
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  if (address === '') return { kind: 'empty' }

  const host = ADMIN_ADDRESS.exec(address)?.[1] ?? address.split('/')[0] ?? ''
  if (host.includes('.') && !host.endsWith(SHOP_DOMAIN_SUFFIX)) return { kind: 'custom_domain' }

  const shopDomain = host.includes('.') ? host : `${host}${SHOP_DOMAIN_SUFFIX}`
  return SHOP_DOMAIN_PATTERN.test(shopDomain) ? { kind: 'shop', shopDomain } : { kind: 'invalid' }
}
