import { describe, expect, it } from 'vitest'
import { tableText } from './table-text.ts'

describe('a table in the terminal', () => {
  it('has columns as wide as their longest cell', () => {
    expect(
      tableText(
        ['name', 'value'],
        [
          ['a', 'one'],
          ['longer', 'two'],
        ],
      ),
    ).toBe('name    value\na       one\nlonger  two')
  })

  it('shows no control characters of a stored name, so that a shop cannot rewrite the terminal', () => {
    const name = 'Shop\u001b[2K\u001b[1A\u0007\u202egnp\r\n\u009b31m'
    expect(tableText(['merchant'], [[name]])).toBe('merchant\nShop�[2K�[1A��gnp���31m')
  })
})
