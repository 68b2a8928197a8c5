import { describe, expect, it } from 'vitest'
import { totpCode } from './totp.ts'

// RFC 6238, appendix B: the last six of its eight digits, for the key "12345678901234567890".
const uri = 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('totpCode', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('returns the code of the RFC at second %i', (second, code) => {
    expect(totpCode(uri, second * 1000)).toBe(code)
  })
})
