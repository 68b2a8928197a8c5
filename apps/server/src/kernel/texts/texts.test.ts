import { authCodes, ownReasons } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { authText } from './auth-texts.ts'
import { ownWords } from './delivery-texts.ts'
import { contradictionText } from './import-texts.ts'

describe('every code has a text:', () => {
  it.each(ownReasons)('the reason %s of a message that was not sent', (reason) => {
    expect(ownWords(reason)).toEqual({ reason, words: expect.stringMatching(/^[A-Z].{10,}/) })
  })

  it.each(authCodes)('the refusal %s of the auth library, unless whoever refuses says why', (code) => {
    const expected = code === 'PASSWORD_TOO_COMMON' ? null : expect.stringMatching(/^[A-Z].{10,}\.$/)
    expect(authText(code)).toEqual(expected)
  })

  it('a code that is not ours has none, not even one that every object has', () => {
    expect(authText('constructor')).toBeNull()
  })
})

describe('the contradiction of two rows', () => {
  const fault = { column: 'sku', name: 'A', before: 'B', at: 0 }

  it('names the earlier row by its line in a file, and by its field in a call', () => {
    const repeated = { ...fault, code: 'repeated', at: 7 } as const
    expect(contradictionText(repeated, 'file')).toBe('“A” is already on line 7')
    expect(contradictionText(repeated, 'call')).toBe('“A” is already in items.7')
  })

  it('has a text of its own for each code', () => {
    const codes = ['repeated', 'renamed', 'without_location', 'indistinct'] as const
    const texts = codes.map((code) => contradictionText({ ...fault, code }, 'call'))
    expect(new Set(texts).size).toBe(codes.length)
  })
})
