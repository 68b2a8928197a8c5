import { boundedAmount, type PriceBreak, type PurchaseOrder } from '@stockcast/contract'

export interface LineCost {
  units: number
  unitCostMinor: number | null
}

/**
 * Returns the cost of a unit when this many are ordered: that of the last price break that they reach. Price breaks
 * rise in units.
 */
export function unitCostFor(
  units: number,
  { unitCostMinor, priceBreaks }: { unitCostMinor: number | null; priceBreaks: readonly PriceBreak[] },
): number | null {
  return priceBreaks.findLast(({ fromUnits }) => fromUnits <= units)?.unitCostMinor ?? unitCostMinor
}

/** Returns what a line costs; null without a cost. */
export function lineCostMinor({ units, unitCostMinor }: LineCost): number | null {
  return unitCostMinor === null ? null : boundedAmount(units * unitCostMinor)
}

/** Returns what lines cost together, and how many have no cost; the total is null if none has one. */
export function getTotal(lines: readonly LineCost[]): {
  totalMinor: number | null
  linesWithoutCost: number
} {
  const costs = lines.map(lineCostMinor).filter((cost) => cost !== null)
  const sum = costs.reduce((total, cost) => total + cost, 0)
  return {
    totalMinor: costs.length === 0 ? null : boundedAmount(sum),
    linesWithoutCost: lines.length - costs.length,
  }
}

/** What an order costs beside its products, in minor units of its currency. */
export interface ExtraCosts {
  freight_minor: number
  duty_minor: number
  other_minor: number
}

/** Returns freight, duty and other costs together. */
export function getExtraMinor({ freight_minor, duty_minor, other_minor }: ExtraCosts): number {
  return freight_minor + duty_minor + other_minor
}

/** Returns the total of an order; null if its products have none. */
export function withExtras(goodsMinor: number | null, extras: ExtraCosts): number | null {
  return goodsMinor === null ? null : boundedAmount(goodsMinor + getExtraMinor(extras))
}

/** Returns what a unit costs with the line's share of freight, duty and other costs; null without a cost. */
export function landedUnitCostMinor(line: LineCost, sharedCostMinor: number): number | null {
  const cost = lineCostMinor(line)
  if (cost === null || line.units === 0) return line.unitCostMinor
  return Math.round((cost + sharedCostMinor) / line.units)
}

/**
 * Returns the shares of an amount, one for each weight, as whole numbers that add up to it. Each share is rounded down, and
 * what is left goes to the largest weight, the first of equal ones. Without any weight the first gets everything.
 */
export function getShares(amountMinor: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => (total === 0 ? 0 : getPortion(amountMinor, weight, total)))
  const largest = weights.indexOf(Math.max(...weights))
  const rest = amountMinor - shares.reduce((sum, share) => sum + share, 0)
  shares[largest] = (shares[largest] ?? 0) + rest
  return shares
}

/** Computes in whole numbers of any size: an amount times a weight is larger than a number is exact. */
function getPortion(amountMinor: number, weight: number, total: number): number {
  return Number((BigInt(amountMinor) * BigInt(weight)) / BigInt(total))
}

/** Returns each line's share of freight, duty and other costs. */
export function sharedCosts(
  extraMinor: number,
  sharing: PurchaseOrder['costSharing'],
  lines: readonly LineCost[],
): number[] {
  if (sharing === 'none') return lines.map(() => 0)
  const byUnits = lines.map(({ units }) => units)
  const byValue = lines.map((line) => lineCostMinor(line) ?? 0)
  const isWorthless = byValue.every((value) => value === 0)
  return getShares(extraMinor, sharing === 'units' || isWorthless ? byUnits : byValue)
}
