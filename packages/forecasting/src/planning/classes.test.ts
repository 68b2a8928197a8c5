import { describe, expect, it } from 'vitest'
import { abcClasses, xyzClass } from './classes.ts'

describe('abcClasses', () => {
  it('give a to the first 80 % of the margin, b to the next 15 % and c to the rest', () => {
    expect(abcClasses([1, 50, 4, 30, 15, 0, -2])).toEqual(['c', 'a', 'c', 'a', 'b', 'c', 'c'])
  })

  it('give a to the only product that earns, and c to all products if none does', () => {
    expect(abcClasses([0, 3])).toEqual(['c', 'a'])
    expect(abcClasses([0, 0])).toEqual(['c', 'c'])
  })
})

describe('xyzClass', () => {
  const weeks = (...units: number[]) => Float64Array.from(units.flatMap((each) => [each, 0, 0, 0, 0, 0, 0]))

  it('is x, y or z by the variation of the weekly sales', () => {
    expect(xyzClass(weeks(5, 6, 5, 4, 5, 6, 4, 5), null)).toBe('x')
    expect(xyzClass(weeks(0, 6, 1, 4, 9, 2, 0, 5), null)).toBe('y')
    expect(xyzClass(weeks(0, 0, 30, 0, 0, 0, 0, 1), null)).toBe('z')
  })

  it('leaves out weeks with a day out of stock, and days before the first whole week', () => {
    const units = Float64Array.from([99, 99, ...weeks(5, 5, 0, 5, 5, 5, 5, 5, 5)])
    const out = new Uint8Array(units.length).fill(1, 2 + 2 * 7 + 3, 2 + 2 * 7 + 4)
    expect(xyzClass(units, out)).toBe('x')
  })

  it('is unknown with fewer than 8 weeks or without sales', () => {
    expect(xyzClass(weeks(1, 2, 3, 4, 5, 6, 7), null)).toBeNull()
    expect(xyzClass(weeks(0, 0, 0, 0, 0, 0, 0, 0), null)).toBeNull()
  })
})
