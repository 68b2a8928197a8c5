import { describe, expect, it } from 'vitest'
import { cutGsm, gsmLength, toGsm } from './gsm.ts'

describe('a text in an SMS', () => {
  it.each([
    ['Café crème', 'Café crème'],
    ['Ærø – “Łódź”…', 'Ærø - "?odz"...'],
    ['日本 tea', '?? tea'],
    ['a\n b\t c', 'a b c'],
  ])('such as %j is written %j', (text, written) => {
    expect(toGsm(text)).toBe(written)
  })

  it('has a length in which brackets and the euro sign count twice', () => {
    expect(gsmLength('[€]')).toBe(6)
  })

  it('is cut at the maximal length, with three dots', () => {
    expect(cutGsm('House Espresso', 20)).toBe('House Espresso')
    expect(cutGsm('House Espresso', 9)).toBe('House...')
    expect(gsmLength(cutGsm('€€€€€€', 9))).toBeLessThanOrEqual(9)
  })
})
