import { shopFormats } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { writtenAmount } from './order-words.ts'

describe('an amount of an order', () => {
  it.each([
    { country: 'US', amountMinor: 117_100, currency: 'USD', written: '1,171.00' },
    { country: 'DE', amountMinor: 117_105, currency: 'EUR', written: '1.171,05' },
    { country: null, amountMinor: 1_171, currency: 'JPY', written: '1,171' },
    { country: 'US', amountMinor: 5, currency: 'USD', written: '0.05' },
  ])('is written as $written for a shop in $country', ({ country, amountMinor, currency, written }) => {
    expect(writtenAmount(shopFormats(country), amountMinor, currency)).toBe(written)
  })
})
