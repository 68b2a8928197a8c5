import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'

/** What a merchant may cause without a pause. A hundred presses of one button are still all answered. */
const BURST_MS = 2000
const MAX_WAIT_MS = 10_000

/**
 * Returns what makes each use wait for the time that the merchant's uses before it are worth, beyond a short burst, so that
 * a flood leaves time to others. Refuses a use that would wait longer than a person does.
 */
export function createUsePace(): (merchantId: number, worthMs: number) => Promise<void> {
  // In the order of their last use, so that those who have stopped stand first.
  const busyUntil = new Map<number, number>()
  return async (merchantId, worthMs) => {
    const now = performance.now()
    for (const [id, until] of busyUntil) {
      if (until > now) break
      busyUntil.delete(id)
    }
    const until = Math.max(now, busyUntil.get(merchantId) ?? 0)
    const waitMs = until - now - BURST_MS
    if (waitMs > MAX_WAIT_MS) {
      throw new AppError(
        'limit_exceeded',
        'Too many of your requests wait already. Please try again in a few seconds.',
        {
          retryAfterSeconds: MAX_WAIT_MS / 1000,
        },
      )
    }
    busyUntil.delete(merchantId)
    busyUntil.set(merchantId, until + worthMs)
    if (waitMs > 0) await sleep(waitMs)
  }
}
