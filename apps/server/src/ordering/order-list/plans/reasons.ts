import type { LeadTime, OrderReason } from '@stockcast/contract'
import { nextOrderDay, type OrderQuantity, type SupplierPlan } from '@stockcast/forecasting'
import {
  replenishment,
  unitsNotInStore,
  unitsOnTheWay,
  type VariantFacts,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import { type PlanTerms, unitCostMinorAt } from './order-plan.ts'

export interface Reasoned {
  facts: VariantFacts
  plan: SupplierPlan
  others: readonly SupplierPlan[]
  terms: PlanTerms
  leadTime: LeadTime
  medianMarginRatio: number | null
  today: number
}

/** Returns the steps of the calculation that led to a quantity, in their order. */
export function getReasons(args: Reasoned): OrderReason[] {
  const { facts, plan, terms } = args
  const orderBy = plan.orderBy === null ? null : dayFromEpoch(plan.orderBy)
  const onTheWay = unitsOnTheWay(facts.incoming)
  const { orderUpToLevel: orderUpTo, helpingUnits } = plan.replenishment
  const notInStore = Math.min(unitsNotInStore(facts.incoming), helpingUnits)
  const incoming = helpingUnits - notInStore
  const reasons: OrderReason[] = []
  if (plan.due !== 'due') reasons.push({ code: 'not_due', orderBy })
  const stock = facts.available
  reasons.push({ code: 'need', orderUpTo, stock, notInStore, incoming, onTheWay, units: plan.need })
  reasons.push(...timeReasons(args))
  reasons.push({ code: 'service_level', level: facts.policy.serviceLevel })
  if (facts.policy.safetyStock > 0) reasons.push({ code: 'safety_stock', units: facts.policy.safetyStock })
  reasons.push(...limitReasons(plan))
  if (plan.takesBreak) {
    const lower = unitCostMinorAt(terms, plan.units) ?? 0
    const before = unitCostMinorAt(terms, plan.quantity.units) ?? lower
    const savedMinor = plan.units * (before - lower)
    reasons.push({ code: 'price_break', fromUnits: plan.units, unitCostMinor: lower, savedMinor })
  }
  return [...reasons, ...supplierReasons(args)]
}

function timeReasons({ facts, plan, leadTime, today }: Reasoned): OrderReason[] {
  const { calendar, leadTimes } = plan.offer
  const next = calendar.review.kind === 'any_day' ? null : nextOrderDay(calendar, today + 1)
  const reasons: OrderReason[] = [
    { code: 'review_period', days: plan.coverDays, nextOrderDay: next === null ? null : dayFromEpoch(next) },
  ]
  if (plan.due !== 'not_yet' && leadTime.p90 > leadTime.p10 && facts.distribution) {
    const { distribution, available, policy } = facts
    const single = {
      ...policy,
      leadTimeDays: leadTime.days,
      leadTimes: undefined,
      reviewPeriodDays: plan.coverDays,
    }
    const without = replenishment({ distribution, available, policy: single }).orderUpToLevel
    const extraUnits = Math.max(0, plan.replenishment.orderUpToLevel - without)
    reasons.push({ code: 'lead_time_spread', p10: leadTime.p10, p90: leadTime.p90, extraUnits })
  }
  const longest = leadTimes.at(-1) ?? leadTime.days
  for (const { from, to } of calendar.shutdowns) {
    if (from > today + longest || to <= today) continue
    reasons.push({ code: 'shutdown', from: dayFromEpoch(from), to: dayFromEpoch(to) })
  }
  return reasons
}

function limitReasons({ quantity, offer }: SupplierPlan): OrderReason[] {
  const { packSize } = offer
  const [minimum, maximum] = [offer.minimumUnits ?? packSize, offer.maximumUnits ?? 0]
  const reasons: Record<OrderQuantity['limits'][number], OrderReason> = {
    minimum: { code: 'minimum', units: minimum },
    pack: { code: 'pack', packSize, packs: quantity.units / packSize },
    maximum: { code: 'maximum', units: maximum },
    minimum_above_maximum: { code: 'minimum_above_maximum', minimum, maximum },
  }
  return quantity.limits.map((limit) => reasons[limit])
}

function supplierReasons({ plan, others, terms, medianMarginRatio }: Reasoned): OrderReason[] {
  const reasons: OrderReason[] = []
  const values = others.flatMap(({ value }) => value ?? [])
  if (others.length > 0 && plan.units > 0) {
    const gain = plan.value === null || values.length === 0 ? null : plan.value - Math.max(...values)
    const gainMinor = gain === null ? null : Math.round(gain)
    reasons.push({ code: 'supplier_chosen', alternatives: others.length, gainMinor })
  }
  if (terms.unitCostMinor === null) reasons.push({ code: 'no_cost' })
  else if (plan.hasAssumedMargin && medianMarginRatio !== null) {
    reasons.push({ code: 'median_margin', marginRatio: medianMarginRatio })
  }
  return reasons
}
