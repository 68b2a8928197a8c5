import { AppError } from '../errors.ts'

/** What a merchant may cause without a pause. */
const BURST_MS = 2000
/** A hundred presses of one button are still all answered. */
const MAX_WAIT_MS = 10_000

/**
 * Returns what tells how many milliseconds a use has to wait, so that a flood leaves time to others: beyond a short burst, as
 * long as the merchant's uses before it are worth. Refuses a use that would wait longer than a person does.
 */
export function createUsePace(): (merchantId: number, worthMs: number, now: number) => number {
  // In the order of their last use, so that those who have stopped stand first.
  const busyUntil = new Map<number, number>()
  return (merchantId, worthMs, now) => {
    for (const [id, until] of busyUntil) {
      if (until > now) break
      busyUntil.delete(id)
    }
    const until = Math.max(now, busyUntil.get(merchantId) ?? 0)
    const waitMs = until - now - BURST_MS
    if (waitMs > MAX_WAIT_MS) {
      const message = 'Too many of your requests wait already. Please try again in a few seconds.'
      throw new AppError('limit_exceeded', message, { retryAfterSeconds: MAX_WAIT_MS / 1000 })
    }
    busyUntil.delete(merchantId)
    busyUntil.set(merchantId, until + worthMs)
    return Math.max(0, waitMs)
  }
}
