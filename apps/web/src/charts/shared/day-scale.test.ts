import { describe, expect, it } from 'vitest'
import { dateTicks, namesWithRoom, valueAxis, valueTicks } from './day-scale.ts'

describe('Dates under a chart', () => {
  it('are weeks when days are too narrow, and leave room for the word Today', () => {
    expect(dateTicks({ from: -21, to: 30, widthPx: 712 })).toEqual([-14, -7, 7, 14, 21, 28])
  })

  it('become fewer, never smaller, when the chart is narrow', () => {
    const wide = dateTicks({ from: -56, to: 28, widthPx: 600 })
    const narrow = dateTicks({ from: -56, to: 28, widthPx: 300 })
    expect(narrow.length).toBeLessThan(wide.length)
    const pxPerDay = 300 / 84
    for (const [i, day] of narrow.slice(1).entries()) {
      expect((day - narrow[i]!) * pxPerDay).toBeGreaterThanOrEqual(58)
    }
  })
})

describe('Values beside a chart', () => {
  it.each([
    { max: 700, ticks: [0, 200, 400, 600] },
    { max: 34, ticks: [0, 10, 20, 30] },
    { max: 8.5, ticks: [0, 2, 4, 6, 8] },
    { max: 1, ticks: [0, 1] },
    { max: 0, ticks: [0] },
  ])('are round up to $max', ({ max, ticks }) => {
    expect(valueTicks(max)).toEqual(ticks)
  })

  it('are whole units however little is sold', () => {
    expect(valueTicks(2.1).every(Number.isInteger)).toBe(true)
  })

  it.each([
    { ceiling: 1_486, last: '1,000' },
    { ceiling: 31_500, last: '30K' },
    { ceiling: 2_600_000, last: '2M' },
  ])('fit beside a plot up to $ceiling', ({ ceiling, last }) => {
    const { ticks, tickFormatter } = valueAxis(ceiling)
    expect(tickFormatter(ticks.at(-1)!)).toBe(last)
  })
})

describe('namesWithRoom', () => {
  const names = (right: number) => {
    const marks = [
      { at: 20, name: 'Thanksgiving', ratio: 0.02 },
      { at: 26, name: 'Black Friday', ratio: 3 },
      { at: 44, name: 'Cyber Monday', ratio: 2.8 },
      { at: 190, name: 'Christmas Day', ratio: 0.02 },
    ]
    return namesWithRoom(marks, right).map(({ name }) => name)
  }

  it('names the day that changes sales most, where days are too near for all their names', () => {
    expect(names(500)).toEqual(['Black Friday', 'Christmas Day'])
  })

  it('leaves out a name that would reach beyond the chart', () => {
    expect(names(250)).toEqual(['Black Friday'])
    expect(names(60)).toEqual([])
  })
})
