import type { Billing } from '@stockcast/contract'

const running = ['trial', 'active', 'past_due'] as const
export type Running = (typeof running)[number]

/** Returns whether a trial or a paid plan can still be cancelled (G-06). */
export function isCancellable(billing: Billing): billing is Billing & { status: Running } {
  return running.some((status) => status === billing.status)
}
