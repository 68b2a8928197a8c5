import { TRIAL_REMINDER_DAYS } from '@stockcast/contract'
import type { BillingState } from './account.ts'

const DAY_MS = 86_400_000
const RECONCILE_DAYS = 1
const IDLE_DAYS = 30

/** When our own clock must look again: a reminder, an end, or a day later what the provider says. */
export function dueAt(state: BillingState, now: Date): Date {
  const trialEnd = state.trialEndsAt.getTime()
  const moments = [
    ...(state.status === 'trial' ? [trialEnd, ...TRIAL_REMINDER_DAYS.map((d) => trialEnd - d * DAY_MS)] : []),
    ...(state.accessUntil ? [state.accessUntil.getTime()] : []),
  ]
  const latest = now.getTime() + (state.customerId === null ? IDLE_DAYS : RECONCILE_DAYS) * DAY_MS
  return new Date(Math.min(latest, ...moments.filter((moment) => moment > now.getTime())))
}
