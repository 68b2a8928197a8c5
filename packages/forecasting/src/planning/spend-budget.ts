import type { LargerOrder } from './price-breaks.ts'

/** One step of a quantity: its first is the minimum, the others are packs. */
export interface OrderStep {
  units: number
  cost: number
  value: number
}

/** Steps in the order in which they can be bought, such as an array of them. */
export interface OrderSteps {
  readonly length: number
  at(index: number): OrderStep | undefined
}

/** A variant for which money is to be spent. */
export interface BudgetLine {
  /** Their value per cost falls. */
  steps: OrderSteps
  /** Cost of this many units after price breaks. */
  getCost: (units: number) => number
  /** Larger orders with a lower price, seen from this many units. */
  largerOrders: (units: number) => readonly LargerOrder[]
}

/** Returns the units to buy of each line within a budget. */
export function spendBudget(lines: readonly BudgetLine[], budget: number): number[] {
  const units = lines.map(() => 0)
  const bought = lines.map(() => 0)
  buySteps(lines, { units, bought }, budget)
  const left = exchange(lines, { units, bought }, budget - costOfAll(lines, units))
  buySteps(lines, { units, bought }, left)
  return units
}

interface Purchases {
  units: number[]
  /** Steps bought of each line; all of them where a larger order took their place. */
  bought: number[]
}

/**
 * Buys steps one by one, the greatest value per cost first, until no step with a value above zero fits. A step that
 * does not fit is passed over, and with it the later ones of its line, which cost as much.
 * The value is at least that of the fractional optimum less one step.
 * Source: Dantzig 1957, "Discrete-variable extremum problems".
 */
function buySteps(lines: readonly BudgetLine[], { units, bought }: Purchases, budget: number): void {
  let left = budget
  const next = lines.map(({ steps }, line) => steps.at(bought[line] as number))
  const queue = new LineQueue(next.map(getRatio))
  for (let line = queue.first(); line !== null; line = queue.first()) {
    const step = next[line] as OrderStep
    if (step.cost > left) {
      queue.replaceFirst(null)
      continue
    }
    left -= step.cost
    units[line] = (units[line] as number) + step.units
    bought[line] = (bought[line] as number) + 1
    next[line] = lines[line]?.steps.at(bought[line] as number)
    queue.replaceFirst(getRatio(next[line]))
  }
}

/** Returns value per cost; null for a step that is worth nothing. */
function getRatio(step: OrderStep | undefined): number | null {
  if (!step || !(step.value > 0)) return null
  return step.cost > 0 ? step.value / step.cost : Number.POSITIVE_INFINITY
}

/**
 * Replaces quantities by larger ones at a lower price where the extra units are worth what they cost and the money
 * is there. A price break makes value per cost rise again, so it cannot be one of the steps. Returns the money left.
 */
function exchange(lines: readonly BudgetLine[], { units, bought }: Purchases, budget: number): number {
  let left = budget
  const gains = lines.flatMap((line, i) => {
    if ((units[i] as number) === 0) return []
    return line.largerOrders(units[i] as number).map((order) => ({ line: i, order }))
  })
  const gain = ({ order }: (typeof gains)[number]) => order.extraValue - order.extraCost
  const done = new Set<number>()
  for (const { line, order } of gains.toSorted((a, b) => gain(b) - gain(a))) {
    if (done.has(line) || order.extraValue < order.extraCost || order.extraCost > left) continue
    done.add(line)
    left -= order.extraCost
    units[line] = order.units
    bought[line] = Number.POSITIVE_INFINITY
  }
  return left
}

function costOfAll(lines: readonly BudgetLine[], units: readonly number[]): number {
  return lines.reduce((sum, line, i) => sum + line.getCost(units[i] as number), 0)
}

/** A heap of lines, the greatest ratio first; equal ratios in the order of the lines. */
class LineQueue {
  private readonly ratios: Float64Array
  private readonly heap: Int32Array
  private size: number

  /** A line with null is not in it. */
  constructor(ratios: readonly (number | null)[]) {
    this.ratios = Float64Array.from(ratios, (ratio) => ratio ?? 0)
    this.heap = Int32Array.from(ratios.flatMap((ratio, line) => (ratio === null ? [] : line)))
    this.size = this.heap.length
    for (let i = (this.size >> 1) - 1; i >= 0; i--) this.sink(i)
  }

  first(): number | null {
    return this.size === 0 ? null : (this.heap[0] as number)
  }

  /** Gives the first line another ratio; null takes it out. */
  replaceFirst(ratio: number | null): void {
    if (ratio !== null) this.ratios[this.heap[0] as number] = ratio
    else this.heap[0] = this.heap[--this.size] as number
    this.sink(0)
  }

  private sink(from: number): void {
    for (let i = from; ; ) {
      let best = i
      for (let child = 2 * i + 1; child <= 2 * i + 2 && child < this.size; child++)
        if (this.isBefore(child, best)) best = child
      if (best === i) return
      const line = this.heap[i] as number
      this.heap[i] = this.heap[best] as number
      this.heap[best] = line
      i = best
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a] as number, this.heap[b] as number]
    const difference = (this.ratios[one] as number) - (this.ratios[other] as number)
    return difference > 0 || (!(difference < 0) && one < other)
  }
}
