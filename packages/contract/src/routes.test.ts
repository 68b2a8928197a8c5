import { describe, expect, it } from 'vitest'
import { functionPath, paths, routes } from './routes.ts'

describe('routes:', () => {
  it('an endpoint without parameters has its path for an address', () => {
    expect(routes.session()).toBe('/api/session')
  })

  it('each parameter takes the next value', () => {
    expect(routes.product(7)).toBe('/api/products/7')
    expect(routes.order(7, 12)).toBe('/api/variants/7/orders/12')
  })

  it('a value cannot leave its part of the address', () => {
    expect(routes.device('../email?x')).toBe('/api/account/devices/..%2Femail%3Fx')
  })

  it('no two endpoints share a path', () => {
    expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length)
  })

  it('X-04 a server function has its name in its path', () => {
    expect(functionPath('shopify-sync-inventory')).toBe('/functions/shopify-sync-inventory')
  })
})
