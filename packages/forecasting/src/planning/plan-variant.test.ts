import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { expectedSales, getSold } from './expected-sales.ts'
import { budgetLine, orderSteps } from './order-steps.ts'
import { planVariant, type SupplierOffer, type VariantToPlan } from './plan-variant.ts'
import { worthwhileBreak } from './price-breaks.ts'

const TODAY = 20_780
const offer: SupplierOffer = {
  supplierId: 1,
  leadTimes: [14],
  calendar: { review: { kind: 'any_day' }, shutdowns: [] },
  cover: { chosenDays: null, shopDays: 30 },
  unitCost: 500,
  priceBreaks: [],
  packSize: 1,
  minimumUnits: null,
  maximumUnits: null,
}
const variant: VariantToPlan = {
  distribution: steadyDistribution(4, 2),
  available: 40,
  safetyStock: 0,
  serviceLevel: 0.9,
  price: 1200,
  medianMarginRatio: null,
  offers: [offer],
}
const best = (changes: Partial<VariantToPlan>) => planVariant({ ...variant, ...changes }, TODAY)[0]!

describe('expectedSales', () => {
  it('are the reference sums of the probabilities that each unit is sold', () => {
    // SciPy 1.17.1: p_j = np.mean([stats.nbinom.sf(max(0, 60 - stats.nbinom.ppf(((7*k+2) % 20 + .5) / 20, 40, .5)) + j - 1,
    // 120, .5) for k in range(20)]), summed to j = 60 and 120.
    const sales = expectedSales({ distribution: variant.distribution, available: 60 }, [10], {
      coverDays: 30,
      mostUnits: 120,
    })
    expect(getSold(sales, 60)).toBeCloseTo(59.958784235412786, 8)
    expect(getSold(sales, 120)).toBeCloseTo(98.74777284257355, 8)
  })

  it('are read in blocks for large orders, close to the exact sums', () => {
    const path = { distribution: steadyDistribution(60, 4), available: 300 }
    const few = expectedSales(path, [10], { coverDays: 30, mostUnits: 400 })
    const many = expectedSales(path, [10], { coverDays: 30, mostUnits: 4000 })
    expect(many.blockUnits).toBe(10)
    expect(getSold(many, 400)).toBeCloseTo(getSold(few, 400), 1)
  })
})

describe('planVariant', () => {
  it('orders nothing before an order is due', () => {
    expect(best({ available: 500 })).toMatchObject({ due: 'not_yet', units: 0 })
    expect(best({ available: 80 })).toMatchObject({ due: 'soon', units: 0 })
    expect(best({}).units).toBe(best({}).need)
    expect(best({}).due).toBe('due')
  })

  it('has nothing due if units on the way are all that is needed, though they come too late', () => {
    const plan = best({ available: 0, incoming: [{ day: 14, units: 400 }] })
    expect(plan.replenishment.orderInDays).not.toBeNull()
    expect(plan).toMatchObject({ due: 'not_yet', orderBy: null, need: 0, units: 0 })
    expect(best({ available: 0, incoming: [{ day: 14, units: 20 }] }).due).toBe('due')
  })

  it('orders on the last order day before the order is due', () => {
    const calendar = { review: { kind: 'weekdays' as const, weekdays: [1] }, shutdowns: [] }
    const plan = best({ available: 80, offers: [{ ...offer, calendar }] })
    expect(plan).toMatchObject({ due: 'due', orderBy: TODAY, coverDays: 7 })
  })

  it('compares suppliers with their own lead time and quantity', () => {
    const cheap = { ...offer, supplierId: 2, unitCost: 450 }
    const far = { ...offer, supplierId: 3, unitCost: 480, leadTimes: [60] }
    expect(
      planVariant({ ...variant, offers: [offer, cheap, far] }, TODAY).map((plan) => plan.offer.supplierId),
    ).toEqual([2, 1, 3])
  })

  it('prefers the first of equal suppliers, and one with a cost', () => {
    const same = { ...offer, supplierId: 2 }
    expect(best({ offers: [offer, same] }).offer.supplierId).toBe(1)
    expect(best({ offers: [{ ...offer, unitCost: null }, same] }).offer.supplierId).toBe(2)
  })

  it('takes a price break only if the extra units are worth what they cost', () => {
    const units = best({}).units
    const cheapMore = [{ fromUnits: units + 2, unitCost: 480 }]
    const farMore = [{ fromUnits: 4 * units, unitCost: 490 }]
    expect(best({ offers: [{ ...offer, priceBreaks: cheapMore }] })).toMatchObject({
      units: units + 2,
      unitCost: 480,
    })
    const dear = best({ offers: [{ ...offer, priceBreaks: farMore }] })
    expect(dear).toMatchObject({ units, unitCost: 500, takesBreak: false })
    expect(worthwhileBreak(dear.larger)).toBeNull()
  })

  it('values a product without a price at the median margin, and one without a cost not at all', () => {
    const assumed = best({ price: null, medianMarginRatio: 0.5 })
    expect(assumed).toMatchObject({ hasAssumedMargin: true, margin: 500 })
    expect(best({ offers: [{ ...offer, unitCost: null }] })).toMatchObject({ unitCost: null, value: null })
    expect(best({ offers: [{ ...offer, unitCost: null }] }).units).toBe(best({}).units)
  })

  it('buys whole packs from the minimum up to the maximum in every step, in 1,000 cases', () => {
    const limit = fc.option(fc.integer({ min: 1, max: 120 }))
    inCases(
      1000,
      fc.nat(90),
      fc.integer({ min: 1, max: 24 }),
      limit,
      limit,
      (available, packSize, minimumUnits, maximumUnits) => {
        const plan = best({ available, offers: [{ ...offer, packSize, minimumUnits, maximumUnits }] })
        const steps = orderSteps(plan, plan.units)
        let units = 0
        let ratio = Number.POSITIVE_INFINITY
        for (const step of steps) {
          units += step.units
          expect(units % packSize).toBe(0)
          expect(units).toBeGreaterThanOrEqual(minimumUnits ?? 1)
          expect(units).toBeLessThanOrEqual(maximumUnits ?? Number.POSITIVE_INFINITY)
          expect(step.value / step.cost).toBeLessThanOrEqual(ratio + 1e-9)
          ratio = step.value / step.cost
        }
        expect(units).toBe(plan.units)
        expect(budgetLine(plan).getCost(units)).toBe(units * 500)
      },
    )
  })
})
