import { describe, expect, it } from 'vitest'
import { isDemo } from './get-session.ts'

const shop = {
  shopDomain: 'northfold-coffee.myshopify.com',
  hasToken: false,
  hasExampleVariants: false,
  isFlagged: false,
}

describe('isDemo', () => {
  it.each(['example-7.myshopify.com', 'my-demo.myshopify.com', 'latest-fashion.myshopify.com'])(
    'X-03 holds for %s, whose address contains example, demo or test',
    (shopDomain) => {
      expect(isDemo({ ...shop, shopDomain })).toBe(true)
      expect(isDemo({ ...shop, shopDomain, hasToken: true })).toBe(false)
    },
  )

  it('X-03 holds for a catalogue of the example store', () => {
    expect(isDemo({ ...shop, hasExampleVariants: true })).toBe(true)
  })

  it('X-03 holds where sample data was loaded, whatever the name', () => {
    expect(isDemo({ ...shop, isFlagged: true })).toBe(true)
  })

  it('X-03 never holds for a store connected with a real token', () => {
    expect(isDemo({ ...shop, hasToken: true, hasExampleVariants: true, isFlagged: true })).toBe(false)
  })

  it('X-03 does not hold for other stores, nor before a store is connected', () => {
    expect(isDemo(shop)).toBe(false)
    expect(isDemo({ ...shop, shopDomain: 'pending-12' })).toBe(false)
  })
})
