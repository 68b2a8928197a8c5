import { Hono } from 'hono'
import { z } from 'zod'
import { FAULTS, type FaultSwitches, type Provider, providers } from '../faults/fault-switches.ts'
import { findDomain } from '../shopify/shops.ts'
import { jsonBody } from './json-body.ts'

const ratio = z.number().gt(0).max(1).default(1)
const shop = z
  .string()
  .transform(findDomain)
  .pipe(z.string({ error: 'No shop has this name; give one like my-shop' }))

const faultOf = (provider: Provider) =>
  z.strictObject({ provider: z.literal(provider), kind: z.enum(['none', ...FAULTS[provider]]), ratio })

const fault = z.discriminatedUnion('provider', [
  faultOf('shopify').extend({ shop: shop.optional() }),
  ...providers.filter((each) => each !== 'shopify').map(faultOf),
])

export interface FaultsContext {
  faults: FaultSwitches
  /** Revokes all tokens of a shop, or of all shops for null; returns the shops concerned. */
  revokeTokens(shop: string | null): string[]
}

export function faultRoutes({ faults, revokeTokens }: FaultsContext): Hono {
  const routes = new Hono()
  routes.post('/api/faults', jsonBody(fault), (c) => {
    const wanted = c.req.valid('json')
    const { provider, kind } = wanted
    const ofShop = ('shop' in wanted && wanted.shop) || null
    if (kind === 'none') faults.clear(provider, ofShop)
    // A revoked token stays invalid, so this is not a fault that can be switched off again.
    else if (kind === 'token_revoked') return c.json({ faults: faults.list(), revoked: revokeTokens(ofShop) })
    else faults.set({ provider, kind, shop: ofShop, ratio: wanted.ratio })
    return c.json({ faults: faults.list() })
  })
  return routes
}
