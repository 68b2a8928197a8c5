import { setImmediate as nextTurn } from 'node:timers/promises'

const ITEMS_PER_TURN = 250
const ROWS_PER_PART = 2000

/** How much work an item is, and how much of it is done at a time. */
interface Portions<T> {
  getSize?: (item: T) => number
  most?: number
}

const one = () => 1

/** Yields the items, and lets the other work of this process run after every few of them. */
export async function* inTurns<T>(
  items: Iterable<T>,
  { getSize = one, most = ITEMS_PER_TURN }: Portions<T> = {},
): AsyncGenerator<T> {
  let done = 0
  for (const item of items) {
    if (done >= most) {
      await nextTurn()
      done = 0
    }
    done += getSize(item)
    yield item
  }
}

/** Yields the items in parts of a size that one statement writes in a short time. */
export function* inParts<T>(
  items: Iterable<T>,
  { getSize = one, most = ROWS_PER_PART }: Portions<T> = {},
): Generator<T[]> {
  let part: T[] = []
  let size = 0
  for (const item of items) {
    part.push(item)
    size += getSize(item)
    if (size < most) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}
