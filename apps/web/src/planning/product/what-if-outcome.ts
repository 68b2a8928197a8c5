import type { ProductDetail } from '@stockcast/contract'
import {
  type DemandDistribution,
  type Incoming,
  replenishment,
  type StockoutProjection,
  scaleDemand,
  stockoutFuturesAfterArrival,
  stockoutProjection,
} from '@stockcast/forecasting/decisions'
import type { StockBand, StockPoint } from '../../charts/projection/projection-series.ts'
import { stockBands, stockWithOrder } from './projected-stock.ts'

/** The values of the sliders. */
export interface WhatIf {
  /** Change of demand in percent; 0 is as forecast. */
  demandPercent: number
  restockDays: number
  orderUnits: number
  /** Days from today on which the order is placed. */
  orderInDays: number
}

export interface WhatIfFacts {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
  policy: ProductDetail['policy']
}

export interface WhatIfOutcome {
  arrivalDay: number
  projection: StockoutProjection
  futures: (number | null)[]
  bands: StockBand[]
  /** Probability of running out before the order arrives. */
  beforeArrival: number
  /** Whole days without stock until then. */
  expectedStockoutDays: number
  /** The most likely stock with the order, from its arrival. */
  ordered: StockPoint[]
  /** Day on which stock with the order is used up; null is after the horizon. */
  lastsUntilDay: number | null
}

/**
 * Returns the page's answers under other demand, another lead time or another order. Lead times that were learned are as uncertain as
 * they are, and move with the chosen one: unchanged, the answers are those of the plan.
 */
export function whatIfOutcome(facts: WhatIfFacts, asked: WhatIf): WhatIfOutcome {
  const { available, incoming, policy } = facts
  const distribution = scaleDemand(facts.distribution, 1 + asked.demandPercent / 100)
  const arrivalDay = asked.orderInDays + asked.restockDays
  const path = { distribution, available, incoming }
  const later = arrivalDay - policy.leadTimeDays
  const plan = replenishment({
    ...path,
    policy: {
      ...policy,
      leadTimeDays: arrivalDay,
      leadTimes: policy.leadTimes?.map((days) => Math.max(0, days + later)),
    },
  })
  const order = { day: arrivalDay, units: asked.orderUnits }
  const ordered =
    order.units > 0
      ? stockWithOrder({ ...path, days: Math.max(distribution.horizonDays, arrivalDay), order })
      : []
  return {
    arrivalDay,
    // As in the plan: units that the store does not show yet cannot be bought.
    projection: available <= 0 ? { kind: 'out_of_stock' } : stockoutProjection(path),
    futures: stockoutFuturesAfterArrival(path),
    bands: stockBands({ ...path, days: distribution.horizonDays }),
    beforeArrival: plan.leadTimeStockoutProbability,
    expectedStockoutDays: plan.expectedStockoutDays,
    ordered,
    lastsUntilDay: ordered.find(({ day, units }) => day >= arrivalDay && units <= 0)?.day ?? null,
  }
}
