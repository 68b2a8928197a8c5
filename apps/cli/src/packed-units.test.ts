import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysPacked, UnitsPacker, unpackUnits } from './packed-units.ts'

const whole = (max: number) => fc.array(fc.integer({ min: 0, max }), { maxLength: 50 })
const series = fc.oneof(whole(255), whole(65_535), whole(1e9), fc.array(fc.double({ min: 0, noNaN: true })))

describe('packed units', () => {
  it('units of any size come out as they went in', () => {
    forAll(fc.array(series), (all) => {
      const packer = new UnitsPacker()
      for (const units of all) packer.add(Float64Array.from(units))
      const packed = packer.packed()
      const out = new Float64Array(Math.max(0, ...all.map((units) => units.length)))
      const read = all.map((_, row) => Array.from(unpackUnits(packed, row, out)))
      expect(read).toEqual(all.map((units) => Array.from(units, (one) => one + 0)))
      expect(all.map((_, row) => daysPacked(packed, row))).toEqual(all.map((units) => units.length))
    })
  })

  it('a series that is larger than a page has a page of its own', () => {
    const packer = new UnitsPacker()
    const large = new Float64Array(200_000).fill(0.5)
    packer.add(Float64Array.of(1, 2))
    packer.add(large)
    packer.add(Float64Array.of(3))
    const packed = packer.packed()
    const out = new Float64Array(200_000)
    expect([...unpackUnits(packed, 0, out)]).toEqual([1, 2])
    expect(unpackUnits(packed, 1, out)).toEqual(large)
    expect([...unpackUnits(packed, 2, out)]).toEqual([3])
  })

  it('small whole numbers take one byte a day', () => {
    const packer = new UnitsPacker()
    for (let row = 0; row < 1000; row++) packer.add(new Float64Array(1000).fill(row % 256))
    expect(packer.packed().pages).toHaveLength(1)
  })
})
