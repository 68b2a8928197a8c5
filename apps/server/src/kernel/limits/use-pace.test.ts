import { expect, it } from 'vitest'
import { createUsePace } from './use-pace.ts'

const MERCHANT = 1
const waits = (pace: ReturnType<typeof createUsePace>, { uses, now }: { uses: number; now: number }) =>
  Array.from({ length: uses }, () => pace(MERCHANT, { changes: 1, now }))

it('the pace lets a burst of changes through at once, and then one every tenth of a second', () => {
  expect(waits(createUsePace(10), { uses: 24, now: 0 })).toEqual([...Array(21).fill(0), 100, 200, 300])
})

it('no merchant waits for another one', () => {
  const pace = createUsePace(10)
  waits(pace, { uses: 100, now: 0 })
  expect(pace(2, { changes: 1, now: 0 })).toBe(0)
})

it('a burst no longer counts once its time is over', () => {
  const pace = createUsePace(10)
  waits(pace, { uses: 60, now: 0 })
  expect(pace(MERCHANT, { changes: 1, now: 5000 })).toBe(0)
  expect(pace(MERCHANT, { changes: 1, now: 100_000 })).toBe(0)
})

it('a change that would wait longer than ten seconds is refused, and then does not count', () => {
  const pace = createUsePace(10)
  waits(pace, { uses: 121, now: 0 })
  expect(() => pace(MERCHANT, { changes: 1, now: 0 })).toThrow('Too many of your requests wait already.')
  expect(() => pace(MERCHANT, { changes: 1, now: 0 })).toThrow('Please try again in a few seconds.')
  expect(pace(MERCHANT, { changes: 1, now: 1000 })).toBe(9100)
})
