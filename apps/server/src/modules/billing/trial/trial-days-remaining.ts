const dayMs = 86_400_000

/** Whole days until the trial ends, rounded up; 0 once it has ended. */
export function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayMs))
}
