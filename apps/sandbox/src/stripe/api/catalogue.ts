import { z } from 'zod'
import { price, product } from '../objects/price.ts'
import { noSuch } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, flag, limits, text } from './fields.ts'
import { pageOf } from './page-of.ts'

const one = z.strictObject({ expand })

const prices = z.strictObject({
  ...limits,
  active: flag.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

export const catalogueEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/prices', prices, (_context, params) => {
    const { active = true, currency = price.currency, lookup_keys: keys, type = 'recurring' } = params
    const isAsked =
      active &&
      currency === price.currency &&
      type === 'recurring' &&
      (params.product ?? product.id) === product.id &&
      (keys === undefined || keys.includes(price.lookup_key!))
    return pageOf(isAsked ? [price] : [], params, '/v1/prices')
  }),
  endpoint('GET', '/prices/:id', one, (_context, _params, id) => {
    if (id !== price.id) throw noSuch('price', id, 'id')
    return price
  }),
  endpoint(
    'GET',
    '/products',
    z.strictObject({ ...limits, active: flag.default(true) }),
    (_context, params) => pageOf(params.active ? [product] : [], params, '/v1/products'),
  ),
  endpoint('GET', '/products/:id', one, (_context, _params, id) => {
    if (id !== product.id) throw noSuch('product', id, 'id')
    return product
  }),
]
