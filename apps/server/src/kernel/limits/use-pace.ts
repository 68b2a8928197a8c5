import { tooMany } from '../database/lanes.ts'

/** Length of the burst of changes, in seconds of the usual rate, that a merchant may make without a pause. */
const BURST_SECONDS = 2
/** The longest wait of a change; a hundred clicks on one button are still all answered. */
const MAX_WAIT_MS = 10_000

/**
 * Returns a function that says how many milliseconds a merchant's next change has to wait. After a short burst, changes run at
 * `changesASecond`, so that a flood leaves time to others. A change that would wait longer than a person does is refused.
 */
export function createUsePace(
  changesASecond: number,
): (merchantId: number, use: { changes: number; now: number }) => number {
  // In the order of the last use: merchants who have stopped come first.
  const busyUntil = new Map<number, number>()
  return (merchantId, { changes, now }) => {
    for (const [id, until] of busyUntil) {
      if (until > now) break
      busyUntil.delete(id)
    }
    const until = Math.max(now, busyUntil.get(merchantId) ?? 0)
    const waitMs = until - now - BURST_SECONDS * 1000
    if (waitMs > MAX_WAIT_MS) throw tooMany()
    busyUntil.delete(merchantId)
    busyUntil.set(merchantId, until + (changes * 1000) / changesASecond)
    return Math.max(0, waitMs)
  }
}
