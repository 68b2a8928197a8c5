import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowBytes } from './row-bytes.ts'

const written = (write: (rows: RowBytes) => void) => {
  const rows = new RowBytes()
  write(rows)
  return new TextDecoder().decode(rows.written())
}

const anyNumber = fc.oneof(
  fc.double({ min: 0, max: 1e4, noNaN: true }),
  fc.double({ noNaN: true }),
  fc.nat(),
  fc.constantFrom(0, -0, 0.1, 0.000001, 4e-7, 5e-7, 123.456789, 999_999.999_999_9, 2 ** 31, 1e21, -3.5),
)

describe('RowBytes', () => {
  it('a number is written with the same characters as by String()', () => {
    forAll(anyNumber, (value) => {
      expect(written((rows) => rows.number(value))).toBe(String(value))
    })
  })

  it('a rounded number is written with at most six decimals, as by String()', () => {
    inCases(2000, anyNumber, (value) => {
      expect(written((rows) => rows.rounded(value))).toBe(String(Math.round(value * 1e6) / 1e6))
    })
  })

  it('rows longer than the first buffer are kept whole, also when some of them are repeated', () => {
    const line = 'a,é,"b"\n'
    const text = written((rows) => {
      for (let i = 0; i < 20_000; i++) rows.text(line)
      rows.repeat(0, rows.length)
    })
    expect(text).toBe(line.repeat(40_000))
  })

  it('a cleared writer begins again', () => {
    const text = written((rows) => {
      rows.text('before')
      rows.clear()
      rows.numbers(1.5, Float64Array.of(0, 12))
    })
    expect(text).toBe('1.5,0,12')
  })
})
