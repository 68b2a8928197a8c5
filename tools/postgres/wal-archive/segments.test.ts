import { describe, expect, it } from 'vitest'
import { followSegments, nextSegment } from './segments.ts'

describe('nextSegment', () => {
  it.each([
    ['000000010000000000000001', '000000010000000000000002'],
    ['0000000100000000000000FF', '000000010000000100000000'],
    ['00000002FFFFFFFE000000FF', '00000002FFFFFFFF00000000'],
  ])('names the segment after %s: %s', (name, next) => {
    expect(nextSegment(name)).toBe(next)
  })
})

describe('followSegments', () => {
  const segments = (...numbers: number[]) => numbers.map((n) => `0000000100000000000000${`0${n}`.slice(-2)}`)
  const [first] = segments(2) as [string]

  it('follows segments to the last one', () => {
    expect(followSegments(segments(1, 2, 3, 4), first)).toEqual({ last: segments(4)[0], missing: undefined })
  })

  it('names the first segment that is missing before later ones', () => {
    expect(followSegments(segments(2, 3, 5, 6), first)).toEqual({
      last: segments(3)[0],
      missing: segments(4)[0],
    })
  })

  it('names the first segment if there is none at all', () => {
    expect(followSegments([], first)).toEqual({ last: undefined, missing: first })
  })
})
