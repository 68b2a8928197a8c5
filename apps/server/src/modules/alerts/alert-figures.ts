import {
  type AlertMeta,
  type DemandLaw,
  replenishment,
  stockoutOutlook,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'

/** The figures that the engine gives an alert when it opens, for one that is open already. */
export function alertFigures(facts: VariantFacts & { law: DemandLaw }): AlertMeta {
  const { law, available, incoming, policy } = facts
  const order = replenishment({ law, available, incoming, policy })
  return {
    ...daysOf(facts),
    probability: order.leadTimeDemand > 0 ? order.stockoutBeforeArrival : null,
    orderQuantity: order.orderQuantity,
    orderInDays: order.orderInDays,
    gapDays: order.gapDays,
    leadTimeDays: policy.leadTimeDays,
  }
}

function daysOf({ law, available, incoming }: VariantFacts & { law: DemandLaw }) {
  const outlook = stockoutOutlook({ law, available, incoming })
  if (outlook.kind === 'days') {
    return { daysUntilStockout: outlook.daysUntilStockout, daysLow: outlook.low, daysHigh: outlook.high }
  }
  const days = outlook.kind === 'out_of_stock' ? 0 : null
  return { daysUntilStockout: days, daysLow: days, daysHigh: days }
}
