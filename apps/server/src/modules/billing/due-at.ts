import { DAY_MS, HOUR_MS, TRIAL_REMINDER_DAYS } from '@stockcast/contract'
import type { BillingState } from './account.ts'

const RECONCILE_DAYS = 1
const IDLE_DAYS = 30
/** A merchant may pay and never come back to our page, and the event about it may be lost. */
export const OPEN_SESSION_MS = HOUR_MS

/**
 * Returns when to reconcile next: at a reminder, at an end, or a day later for a customer of the provider.
 */
export function dueAt(state: BillingState, now: Date, hasOpenSession = false): Date {
  const trialEnd = state.trialEndsAt.getTime()
  const moments = [
    ...(state.status === 'trial' ? [trialEnd, ...TRIAL_REMINDER_DAYS.map((d) => trialEnd - d * DAY_MS)] : []),
    ...(state.accessUntil ? [state.accessUntil.getTime()] : []),
  ]
  const idleMs = (state.customerId === null ? IDLE_DAYS : RECONCILE_DAYS) * DAY_MS
  const latest = now.getTime() + (hasOpenSession ? OPEN_SESSION_MS : idleMs)
  return new Date(Math.min(latest, ...moments.filter((moment) => moment > now.getTime())))
}
