import { amountText } from '@stockcast/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMoney } from './money-cells.ts'

describe('readMoney', () => {
  it.each([
    ['12.50', 1250],
    ['12,5', 1250],
    ['$12.50', 1250],
    ['€1.299,50', 129_950],
    ['1,299.50 USD', 129_950],
    ["CHF 1'299.5", 129_950],
    ['1 299,50', 129_950],
    ['1.234.567', 123_456_700],
    ['0.125', 13],
    ['.5', 50],
    ['7', 700],
    ['12.4949', 1249],
  ])('reads %s', (text, value) => {
    expect(readMoney(text, 2)).toEqual({ value })
  })

  it.each(['', 'free', '-3', '1.2.3', '12,34,5', '1e5', '12.50.00', '9'.repeat(13), '5%'])(
    'refuses %s',
    (text) => {
      expect(readMoney(text, 2)).toHaveProperty('reason')
    },
  )

  it.each(['1,234', '1.234'])(
    'refuses %s, which can be two amounts, in a currency with two decimals',
    (text) => {
      expect(readMoney(text, 2)).toEqual({
        reason: `“${text}” can mean two amounts; write its decimals, as in 1234.00`,
      })
      expect(readMoney(text, 0)).toEqual({ value: 1234 })
    },
  )

  it('reads every amount that is written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 11 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          const digits = { EUR: 2, JPY: 0, KWD: 3 }[currency]!
          expect(readMoney(amountText(amount, currency), digits)).toEqual({ value: amount })
        },
      ),
    )
  })
})
