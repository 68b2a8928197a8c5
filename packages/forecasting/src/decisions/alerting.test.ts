import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyDistribution, weeklyDistribution } from '../distribution/example-distributions.ts'
import type { AlertType, VariantFacts } from './alert-condition.ts'
import {
  type AlertChange,
  type AlertState,
  decideAlerts,
  type OpenAlert,
  type SettledAlert,
} from './alerting.ts'

const policy = { leadTimeDays: 14, safetyStock: 5, serviceLevel: 0.9, reviewPeriodDays: 30 }

function variant(overrides: Partial<VariantFacts> = {}): VariantFacts {
  return {
    variantId: 1,
    available: 1000,
    incoming: [],
    policy,
    distribution: steadyDistribution(6, 2),
    averageDailySales: 6,
    isQuiet: false,
    ...overrides,
  }
}

function decide(facts: VariantFacts, open: OpenAlert[] = [], settled: SettledAlert[] = []): AlertChange[] {
  return decideAlerts({ facts: [facts], open, settled })
}

const risk = (severity: number) => ({ variantId: 1, type: 'stockout_risk', severity }) as const

/** Applies the changes as the server does. */
function apply(state: AlertState, changes: readonly AlertChange[]): AlertState {
  let open = [...state.open]
  let settled = [...state.settled]
  for (const change of changes) {
    const isSame = (alert: { variantId: number; type: AlertType }) =>
      alert.variantId === change.variantId && alert.type === change.type
    if (change.kind === 'open') open.push({ ...change })
    else if (change.kind === 'escalate')
      open = open.map((alert) => (isSame(alert) ? { ...alert, severity: change.severity } : alert))
    else if (change.kind === 'resolve') open = open.filter((alert) => !isSame(alert))
    else settled = settled.map((alert) => (isSame(alert) ? { ...alert, hasClearedSince: true } : alert))
  }
  return { facts: state.facts, open, settled }
}

const anyFacts = fc
  .record({
    variantId: fc.integer({ min: 1, max: 4 }),
    available: fc.integer({ min: 0, max: 200 }),
    week: fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 7, maxLength: 7 }),
    incoming: fc.array(fc.record({ day: fc.nat(40), units: fc.nat(100) }), { maxLength: 2 }),
    hasDistribution: fc.boolean(),
    isQuiet: fc.boolean(),
  })
  .map(({ week, hasDistribution, ...rest }) =>
    variant({
      ...rest,
      distribution: hasDistribution ? weeklyDistribution(week, [3]) : null,
      averageDailySales: week[0] as number,
    }),
  )
const anyType = fc.constantFrom<AlertType>('low_stock', 'stockout_risk')
const anyAlert = {
  variantId: fc.integer({ min: 1, max: 4 }),
  type: anyType,
  severity: fc.integer({ min: 1, max: 3 }),
}
const byKey = (alert: { variantId: number; type: AlertType }) => `${alert.variantId}:${alert.type}`
const anyState: fc.Arbitrary<AlertState> = fc.record({
  facts: fc.uniqueArray(anyFacts, { maxLength: 4, selector: (facts) => facts.variantId }),
  open: fc.uniqueArray(fc.record(anyAlert), { maxLength: 4, selector: byKey }),
  settled: fc.uniqueArray(fc.record({ ...anyAlert, hasClearedSince: fc.boolean() }), {
    maxLength: 4,
    selector: byKey,
  }),
})

describe('decideAlerts', () => {
  it('W-02 raises low_stock at the safety stock and not above it', () => {
    const distribution = steadyDistribution(0.01, 1)
    expect(decide(variant({ available: 5, distribution })).map(({ type }) => type)).toEqual(['low_stock'])
    expect(decide(variant({ available: 6, distribution }))).toEqual([])
  })

  it('W-03 raises stockout_risk when stock runs out before an order placed today arrives, at the service level', () => {
    const [change] = decide(variant({ available: 90 }))
    expect(change).toMatchObject({ kind: 'open', type: 'stockout_risk', severity: 1 })
    expect(decide(variant({ available: 120 }))).toEqual([])
    expect(decide(variant({ available: 105, policy: { ...policy, serviceLevel: 0.99 } }))).toHaveLength(1)
    expect(decide(variant({ available: 105, policy: { ...policy, serviceLevel: 0.7 } }))).toHaveLength(0)
    const quiet = { ...policy, serviceLevel: 0.1 }
    expect(decide(variant({ available: 80, policy: { ...policy, serviceLevel: 0.5 } }))).toHaveLength(1)
    expect(decide(variant({ available: 80, policy: quiet }))).toHaveLength(0)
    expect(decide(variant({ available: 60, policy: quiet }))).toMatchObject([{ severity: 2 }])
  })

  it('W-03 carries the days, the probability, the quantity and the order-by day', () => {
    const [change] = decide(variant({ available: 60 }))
    expect(change).toMatchObject({
      severity: 2,
      meta: {
        daysUntilStockout: 10,
        expectedStockoutDays: 4,
        leadTimeDays: 14,
        leadTimeRange: null,
        orderInDays: expect.any(Number),
      },
    })
    const meta = change && 'meta' in change ? change.meta : null
    expect(meta?.probability).toBeGreaterThan(0.9)
    expect(meta?.orderQuantity).toBeGreaterThan(150)
    expect(meta?.daysLow).toBeLessThanOrEqual(10)
    expect(meta?.daysHigh).toBeGreaterThanOrEqual(10)
  })

  it('W-03 counts units on order that arrive in time, and not those that arrive late', () => {
    const onTime = [{ day: 5, units: 300 }]
    expect(decide(variant({ available: 60, incoming: onTime }))).toEqual([])
    expect(decide(variant({ available: 60, incoming: [{ day: 40, units: 300 }] }))).toHaveLength(1)
  })

  it('W-03 uses average daily sales while there is no forecast', () => {
    expect(decide(variant({ available: 60, distribution: null }))).toHaveLength(1)
    expect(decide(variant({ available: 600, distribution: null }))).toEqual([])
  })

  it('raises nothing for a quiet variant, and resolves its open alert', () => {
    const quiet = variant({ available: 0, isQuiet: true })
    expect(decide(quiet)).toEqual([])
    const open: OpenAlert[] = [{ variantId: 1, type: 'low_stock', severity: 1 }]
    expect(decide(quiet, open)).toEqual([
      { kind: 'resolve', variantId: 1, type: 'low_stock', reason: 'demand_fell' },
    ])
  })

  it('W-04 escalates an open alert to a worse class, and leaves it unchanged in a better one', () => {
    expect(decide(variant({ available: 60 }), [risk(1)])).toMatchObject([{ kind: 'escalate', severity: 2 }])
    expect(decide(variant({ available: 90 }), [risk(2)])).toEqual([])
  })

  it('W-04 changes nothing between the opening and the clearing threshold', () => {
    const between = variant({ available: 103 })
    expect(decide(between)).toEqual([])
    expect(decide(between, [risk(1)])).toEqual([])
  })

  it('W-04 resolves an alert whose condition has cleared, and gives the reason', () => {
    const open = [{ ...risk(2), availableAtOpening: 60 }]
    const getReason = (facts: Partial<VariantFacts>) =>
      decide(variant(facts), open).flatMap((change) => (change.kind === 'resolve' ? [change.reason] : []))
    expect(getReason({ available: 600 })).toEqual(['restocked'])
    expect(getReason({ available: 60, incoming: [{ day: 2, units: 900 }] })).toEqual(['covered'])
    expect(getReason({ available: 60, distribution: steadyDistribution(0.5, 2) })).toEqual(['demand_fell'])
  })

  it('W-04 reopens a manually resolved alert only in a worse class or after it has cleared', () => {
    const decided = (available: number, hasClearedSince = false) =>
      decide(variant({ available }), [], [{ ...risk(1), hasClearedSince }])
    expect(decided(90)).toEqual([])
    expect(decided(60)).toMatchObject([{ kind: 'open', severity: 2 }])
    expect(decided(600)).toEqual([{ kind: 'mark_cleared', variantId: 1, type: 'stockout_risk' }])
    expect(decided(90, true)).toMatchObject([{ kind: 'open' }])
  })

  it('W-04 reopens an alert that the system resolved within the cooldown only in a worse class', () => {
    const again = (available: number) =>
      decideAlerts({ facts: [variant({ available })], open: [], settled: [], cooling: [risk(1)] })
    expect(again(90)).toEqual([])
    expect(again(60)).toMatchObject([{ kind: 'open', type: 'stockout_risk', severity: 2 }])
  })

  it('W-04 raises and escalates nothing for a snoozed variant, and still resolves what has cleared', () => {
    expect(decide(variant({ available: 0, isSnoozed: true }))).toEqual([])
    expect(decide(variant({ available: 0, isSnoozed: true }), [risk(1)])).toEqual([])
    expect(decide(variant({ available: 900, isSnoozed: true }), [risk(1)])).toMatchObject([
      { kind: 'resolve' },
    ])
  })

  it('W-04 raises each alert once when stock fluctuates around the threshold within a day', () => {
    const wobble = fc.array(fc.integer({ min: 60, max: 140 }), { minLength: 2, maxLength: 30 })
    forAll(wobble, (stocks) => {
      let state: AlertState = { facts: [], open: [], settled: [], cooling: [] }
      const raised: number[] = []
      for (const available of stocks) {
        state = { ...state, facts: [variant({ available })] }
        const changes = decideAlerts(state)
        raised.push(...changes.flatMap((change) => (change.kind === 'open' ? [change.severity] : [])))
        const resolved = state.open.filter((alert) =>
          changes.some((change) => change.kind === 'resolve' && change.type === alert.type),
        )
        state = { ...apply(state, changes), cooling: [...(state.cooling ?? []), ...resolved] }
      }
      expect(raised).toEqual([...new Set(raised)].sort())
    })
  })

  it('W-04 leaves alerts unchanged for variants without facts', () => {
    const open: OpenAlert[] = [{ variantId: 7, type: 'low_stock', severity: 1 }]
    expect(decideAlerts({ facts: [], open, settled: [] })).toEqual([])
  })

  it('W-04 decides no changes once its changes are applied', () => {
    forAll(anyState, (state) => {
      const after = apply(state, decideAlerts(state))
      expect(decideAlerts(after)).toEqual([])
    })
  })

  it('W-04 never has two open alerts of one variant and type', () => {
    forAll(anyState, (state) => {
      const keys = apply(state, decideAlerts(state)).open.map(byKey)
      expect(new Set(keys).size).toBe(keys.length)
    })
  })

  it('never opens an alert because of more stock', () => {
    forAll(anyFacts, fc.nat(300), (facts, more) => {
      const opened = (changes: readonly AlertChange[]) =>
        changes.flatMap((change) => (change.kind === 'open' ? [change.type] : []))
      const before = opened(decide(facts))
      const after = opened(decide({ ...facts, available: facts.available + more }))
      expect(before).toEqual(expect.arrayContaining(after))
    })
  })
})
