import { describe, expect, it } from 'vitest'
import { scoreLive } from './score-live.ts'
import { type SimulationFileVariant, simulationFile, simulationInput } from './simulation-file.ts'

const ORIGIN = 20_000
const DAYS = 10

/** Returns a variant that sells two units a day and has recorded stock on the last days, up to the origin. */
function variant(stock: readonly number[]): SimulationFileVariant {
  const length = 20
  const days = Array.from({ length }, (_, day) => day)
  return {
    id: '7',
    title: 'Kettle',
    sku: null,
    firstDay: ORIGIN - length + 1,
    leadTimeDays: 3,
    saleDays: days,
    units: days.map(() => 2),
    stockDays: days.slice(-stock.length),
    stock,
    emptyDays: [],
  }
}

const file = (stock: readonly number[]) =>
  simulationFile({ origin: ORIGIN, days: DAYS, variants: [variant(stock)], alerts: [] })

const score = (stock: readonly number[], ...alerts: [number, number | null][]) =>
  scoreLive(
    simulationInput(file(stock)),
    alerts.map(([openedOn, closedOn]) => ({ variantId: '7', openedOn, closedOn })),
  )

describe('scoreLive', () => {
  const stock = [8, 6, 4, 2, 0, 0]

  it('counts the days from the alert to the stockout', () => {
    const { stockouts, warningDays, alerts } = score(stock, [ORIGIN - 4, null])
    expect(stockouts).toEqual([{ variant: 0, day: DAYS - 2, isEstimated: false }])
    expect(warningDays).toEqual([3])
    expect(alerts.map(({ outcome }) => outcome)).toEqual(['ran_out'])
  })

  it('does not count an alert of the same day, or a closed one, as a warning', () => {
    expect(score(stock, [ORIGIN - 1, null]).warningDays).toEqual([null])
    expect(score(stock, [ORIGIN - 5, ORIGIN - 3]).warningDays).toEqual([null])
    expect(score(stock).warningDays).toEqual([null])
  })

  it('ignores days without a record, and alerts of other products and other times', () => {
    expect(score([0, 0, 0]).stockouts).toEqual([])
    const { alerts } = scoreLive(simulationInput(file(stock)), [
      { variantId: '8', openedOn: ORIGIN - 4, closedOn: null },
      { variantId: '7', openedOn: ORIGIN - 40, closedOn: ORIGIN - 30 },
      { variantId: '7', openedOn: ORIGIN + 1, closedOn: null },
    ])
    expect(alerts).toEqual([])
  })
})

describe('simulationInput', () => {
  it('returns the same days after a round trip through JSON', () => {
    const text = JSON.stringify(file([8, 6, 4, 2, 0, 0]))
    const [series] = simulationInput(JSON.parse(text)).series
    expect([...series!.unitsSold]).toEqual(Array(20).fill(2))
    expect([...series!.closingStock].slice(-7)).toEqual([Number.NaN, 8, 6, 4, 2, 0, 0])
  })

  it('names the fault of a file', () => {
    const right = file([5])
    const of = (change: object) => () => simulationInput({ ...right, ...change })
    const withVariant = (change: object) => of({ variants: [{ ...variant([5]), ...change }] })
    expect(of({ format: 'other' })).toThrow(/format/)
    expect(of({ version: 2 })).toThrow(/version/)
    expect(of({ origin: 'today' })).toThrow(/origin/)
    expect(of({ variants: null })).toThrow(/variants/)
    expect(withVariant({ saleDays: [99] })).toThrow(/saleDays of 7/)
    expect(withVariant({ stockDays: null })).toThrow(/stockDays of 7/)
    expect(withVariant({ firstDay: 0.5 })).toThrow(/firstDay of 7/)
  })
})
