import type { OrderStep } from '@stockcast/forecasting'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseQuantities, valueOfChosen } from './choose-quantities.ts'
import type { Candidate, ListedSupplier } from './list-queries.ts'
import type { PlanSteps } from './step-queries.ts'

interface Planned {
  candidate: Candidate
  steps: OrderStep[]
}

const unitCostMinor = 700

const anyPlanned = fc
  .record({
    supplierId: fc.constantFrom(null, 1, 2, 3),
    due: fc.constantFrom('due' as const, 'soon' as const, 'not_yet' as const),
    hasCost: fc.boolean(),
    values: fc.array(fc.integer({ min: -500, max: 20_000 }), { maxLength: 8 }),
    packSize: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ supplierId, due, hasCost, values, packSize }): Planned => {
    const isPriced = supplierId !== null && hasCost
    const cost = packSize * unitCostMinor
    const steps = values.toSorted((a, b) => b - a).map((value) => ({ units: packSize, cost, value }))
    const candidate: Candidate = {
      variantId: 0,
      sortKey: null,
      orderBy: null,
      supplierId,
      due,
      units: due === 'due' ? packSize * values.length : 0,
      valueMinor: isPriced ? values.reduce((sum, value) => sum + value, 0) : null,
      unitCostMinor: isPriced ? unitCostMinor : null,
      priceBreaks: null,
      rate: supplierId === null ? null : 1,
    }
    return { candidate, steps: isPriced ? steps : [] }
  })

const anyShop = fc.record({
  planned: fc
    .array(anyPlanned, { maxLength: 30 })
    .map((all) => all.map((one, i) => ({ ...one, candidate: { ...one.candidate, variantId: i + 1 } }))),
  drafted: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
  minimums: fc.tuple(fc.nat(300_000), fc.nat(300)),
  budget: fc.option(fc.nat(400_000), { nil: undefined }),
})

type Shop = typeof anyShop extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the chosen quantities where the steps of these variants are read. */
async function choose(
  { planned, drafted, minimums, budget }: Shop,
  isRead: (asked: Set<number>) => boolean[],
) {
  const supplier = { name: '', currency: 'EUR' }
  const suppliers = new Map<number, ListedSupplier>([
    [1, { ...supplier, id: 1, minimumKind: 'value', minimumAmount: minimums[0] }],
    [2, { ...supplier, id: 2, minimumKind: 'units', minimumAmount: minimums[1] }],
    [3, { ...supplier, id: 3, minimumKind: 'none', minimumAmount: null }],
  ])
  const asked: number[] = []
  const result = await chooseQuantities({
    candidates: planned.map(({ candidate }) => candidate),
    drafted: new Set(drafted),
    suppliers,
    budget,
    readSteps: async (variantIds) => {
      asked.push(...variantIds)
      const read = isRead(new Set(variantIds))
      return new Map(
        planned.flatMap(({ candidate, steps }, i): [number, PlanSteps][] =>
          read[i] ? [[candidate.variantId, { steps, terms: null }]] : [],
        ),
      )
    },
  })
  const quantities = result.chosen.map((one) => ({
    variantId: one.candidate.variantId,
    units: one.units,
    cut: one.cut,
    addedUnits: one.addedUnits,
    value: valueOfChosen(one),
  }))
  return { quantities, missing: [...result.missing], asked }
}

describe('chooseQuantities', () => {
  it('decides the same from the steps that it asks for as from all steps, in 1,000 shops', async () => {
    await inCasesAsync(1000, anyShop, async (shop) => {
      const short = await choose(shop, (asked) =>
        shop.planned.map((one) => asked.has(one.candidate.variantId)),
      )
      const full = await choose(shop, () => shop.planned.map(() => true))
      expect(short).toEqual(full)
    })
  })

  it('reads no steps if no budget is given and each minimum is reached or nothing is ordered', async () => {
    await fc.assert(
      fc.asyncProperty(anyShop, async (shop) => {
        const { asked } = await choose({ ...shop, budget: undefined, minimums: [0, 0] }, () => [])
        expect(asked).toEqual([])
      }),
    )
  })
})
