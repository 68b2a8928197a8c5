import { setImmediate as nextTurn } from 'node:timers/promises'

const ITEMS_PER_TURN = 250
const ROWS_PER_PART = 2000

/** Yields the items, and lets the other work of this process run after every few of them. */
export async function* inTurns<T>(items: Iterable<T>, itemsPerTurn = ITEMS_PER_TURN): AsyncGenerator<T> {
  let inTurn = 0
  for (const item of items) {
    if (inTurn === itemsPerTurn) {
      await nextTurn()
      inTurn = 0
    }
    inTurn++
    yield item
  }
}

/** Yields the items in parts of a size that one statement writes in a short time. */
export function* inParts<T>(
  items: readonly T[],
  sizeOf: (item: T) => number = () => 1,
  most = ROWS_PER_PART,
): Generator<T[]> {
  let part: T[] = []
  let size = 0
  for (const item of items) {
    part.push(item)
    size += sizeOf(item)
    if (size < most) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}
