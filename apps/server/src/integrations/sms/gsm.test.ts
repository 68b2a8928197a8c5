import { describe, expect, it } from 'vitest'
import { cutGsm, gsmLength, toGsm } from './gsm.ts'

describe('characters of an SMS', () => {
  it.each([
    ['Café crème', 'Café crème'],
    ['Ærø – “Łódź”…', 'Ærø - "?odz"...'],
    ['日本 tea', '?? tea'],
    ['a\n b\t c', 'a b c'],
  ])('%j is written %j', (text, written) => {
    expect(toGsm(text)).toBe(written)
  })

  it('counts brackets and the euro twice', () => {
    expect(gsmLength('[€]')).toBe(6)
  })

  it('cuts at the length, with three dots', () => {
    expect(cutGsm('House Espresso', 20)).toBe('House Espresso')
    expect(cutGsm('House Espresso', 9)).toBe('House...')
    expect(gsmLength(cutGsm('€€€€€€', 9))).toBeLessThanOrEqual(9)
  })
})
