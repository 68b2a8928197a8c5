import type { LargerOrder } from './price-breaks.ts'

/** One step of a quantity: its first is the minimum, the others are packs. */
export interface OrderStep {
  units: number
  cost: number
  value: number
}

/** A variant for which money is to be spent. */
export interface BudgetLine {
  /** In the order in which they can be bought; their value per cost falls. */
  steps: readonly OrderStep[]
  /** Cost of this many units after price breaks. */
  costOf: (units: number) => number
  /** Larger orders with a lower price, seen from this many units. */
  largerOrders: (units: number) => readonly LargerOrder[]
}

/** Returns the units to buy of each line within a budget. */
export function spendBudget(lines: readonly BudgetLine[], budget: number): number[] {
  const units = lines.map(() => 0)
  const bought = lines.map(() => 0)
  let left = buySteps(lines, { units, bought }, budget)
  left = budget - costOfAll(lines, units)
  left = exchange(lines, { units, bought }, left)
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
 * does not fit is passed over, and with it the later ones of its line, which cost as much. Returns the money left.
 * The value is at least that of the fractional optimum less one step.
 * Source: Dantzig 1957, "Discrete-variable extremum problems".
 */
function buySteps(lines: readonly BudgetLine[], { units, bought }: Purchases, budget: number): number {
  let left = budget
  const queue = new StepQueue()
  const offer = (line: number) => {
    const step = lines[line]?.steps[bought[line] as number]
    if (step && step.value > 0)
      queue.push(line, step.cost > 0 ? step.value / step.cost : Number.POSITIVE_INFINITY)
  }
  for (let line = 0; line < lines.length; line++) offer(line)
  for (let line = queue.pop(); line !== null; line = queue.pop()) {
    const step = lines[line]?.steps[bought[line] as number] as OrderStep
    if (step.cost > left) continue
    left -= step.cost
    units[line] = (units[line] as number) + step.units
    bought[line] = (bought[line] as number) + 1
    offer(line)
  }
  return left
}

/**
 * Replaces quantities by larger ones at a lower price where the extra units are worth what they cost and the money
 * is there. A price break makes value per cost rise again, so it cannot be one of the steps.
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
  return lines.reduce((sum, line, i) => sum + line.costOf(units[i] as number), 0)
}

/** A heap of lines, the greatest ratio first; equal ratios in the order of the lines. */
class StepQueue {
  private readonly heap: { line: number; ratio: number }[] = []

  push(line: number, ratio: number): void {
    this.heap.push({ line, ratio })
    for (let i = this.heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1
      if (!this.isBefore(i, parent)) break
      this.swap(i, parent)
      i = parent
    }
  }

  pop(): number | null {
    const first = this.heap[0]
    const last = this.heap.pop()
    if (!first || !last) return null
    if (this.heap.length > 0) this.heap[0] = last
    for (let i = 0; ; ) {
      let best = i
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < this.heap.length && this.isBefore(child, best)) best = child
      if (best === i) return first.line
      this.swap(i, best)
      i = best
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a]!, this.heap[b]!]
    return one.ratio > other.ratio || (one.ratio === other.ratio && one.line < other.line)
  }

  private swap(a: number, b: number): void {
    ;[this.heap[a], this.heap[b]] = [this.heap[b]!, this.heap[a]!]
  }
}
