import type { Refund } from './model.ts'

export interface NewLine {
  variant: number
  quantity: number
  location: number
  /** The index of the bundle that contains it. */
  bundle?: number
}

type Columns = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>

const TEST = 1
const FULFILLED = 2

/** Orders and their lines in columns: a loaded store has hundreds of thousands of lines. Both are only ever added. */
export class OrderBook {
  orderCount = 0
  lineCount = 0
  createdAt = new Float64Array(1024)
  updatedAt = new Float64Array(1024)
  /** Lines of order i: from firstLine[i] up to, not including, firstLine[i + 1]. */
  firstLine = new Int32Array(1024)
  lineVariant = new Int32Array(4096)
  lineQuantity = new Int32Array(4096)
  /** Quantity after edits and refunds. */
  lineCurrent = new Int32Array(4096)
  lineLocation = new Int32Array(4096)
  /** The bundle of each line that was sold as a part of one. */
  readonly lineBundle = new Map<number, number>()
  readonly cancelledAt = new Map<number, number>()
  readonly edited = new Set<number>()
  readonly refunds: Refund[] = []
  readonly refundsOfOrder = new Map<number, Refund[]>()
  private flags = new Int32Array(1024)

  add(order: { at: number; isTest: boolean; isFulfilled: boolean }, lines: readonly NewLine[]): number {
    const index = this.orderCount++
    this.makeRoom(lines.length)
    this.createdAt[index] = order.at
    this.updatedAt[index] = order.at
    this.flags[index] = (order.isTest ? TEST : 0) | (order.isFulfilled ? FULFILLED : 0)
    for (const line of lines) {
      const at = this.lineCount++
      this.lineVariant[at] = line.variant
      this.lineQuantity[at] = line.quantity
      this.lineCurrent[at] = line.quantity
      this.lineLocation[at] = line.location
      if (line.bundle !== undefined) this.lineBundle.set(at, line.bundle)
    }
    this.firstLine[index + 1] = this.lineCount
    return index
  }

  isTest(order: number): boolean {
    return (this.flags[order]! & TEST) !== 0
  }

  isFulfilled(order: number): boolean {
    return (this.flags[order]! & FULFILLED) !== 0
  }

  markFulfilled(order: number, at: number): void {
    this.flags[order] = this.flags[order]! | FULFILLED
    this.updatedAt[order] = at
  }

  addRefund(refund: Omit<Refund, 'index'>): Refund {
    const added = { ...refund, index: this.refunds.length }
    this.refunds.push(added)
    const known = this.refundsOfOrder.get(refund.order)
    if (known) known.push(added)
    else this.refundsOfOrder.set(refund.order, [added])
    this.updatedAt[refund.order] = refund.createdAt
    return added
  }

  getLines(order: number): { first: number; end: number } {
    return { first: this.firstLine[order]!, end: this.firstLine[order + 1]! }
  }

  orderOfLine(line: number): number {
    let low = 0
    let high = this.orderCount - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.firstLine[middle]! <= line) low = middle
      else high = middle - 1
    }
    return low
  }

  private makeRoom(newLines: number): void {
    const orders = this.orderCount + 1
    this.createdAt = roomFor(this.createdAt, orders)
    this.updatedAt = roomFor(this.updatedAt, orders)
    this.firstLine = roomFor(this.firstLine, orders)
    this.flags = roomFor(this.flags, orders)
    const lines = this.lineCount + newLines
    this.lineVariant = roomFor(this.lineVariant, lines)
    this.lineQuantity = roomFor(this.lineQuantity, lines)
    this.lineCurrent = roomFor(this.lineCurrent, lines)
    this.lineLocation = roomFor(this.lineLocation, lines)
  }
}

function roomFor<Column extends Columns>(column: Column, length: number): Column {
  if (length <= column.length) return column
  const Constructor = column.constructor as new (length: number) => Column
  const larger = new Constructor(Math.max(length, column.length * 2))
  larger.set(column)
  return larger
}
