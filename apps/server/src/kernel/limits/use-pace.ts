import { AppError } from '../errors.ts'

/** What a merchant may do without a pause. */
const BURST_SECONDS = 2
/** A hundred presses of one button are still all answered. */
const MAX_WAIT_MS = 10_000

/**
 * Returns what tells how many milliseconds a change of a merchant has to wait, so that a flood leaves time to others: beyond a
 * short burst, a second for each `changesASecond` before it. Refuses a change that would wait longer than a person does.
 */
export function createUsePace(
  changesASecond: number,
): (merchantId: number, use: { changes: number; now: number }) => number {
  // In the order of their last use, so that those who have stopped stand first.
  const busyUntil = new Map<number, number>()
  return (merchantId, { changes, now }) => {
    for (const [id, until] of busyUntil) {
      if (until > now) break
      busyUntil.delete(id)
    }
    const until = Math.max(now, busyUntil.get(merchantId) ?? 0)
    const waitMs = until - now - BURST_SECONDS * 1000
    if (waitMs > MAX_WAIT_MS) {
      const message = 'Too many of your requests wait already. Please try again in a few seconds.'
      throw new AppError('limit_exceeded', message, { retryAfterSeconds: MAX_WAIT_MS / 1000 })
    }
    busyUntil.delete(merchantId)
    busyUntil.set(merchantId, until + (changes * 1000) / changesASecond)
    return Math.max(0, waitMs)
  }
}
