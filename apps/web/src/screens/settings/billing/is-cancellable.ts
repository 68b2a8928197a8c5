import type { Billing } from '@stockcast/contract'

const running = ['trial', 'active', 'past_due'] as const
export type Running = (typeof running)[number]

/** G-06: a trial or a paid plan that nobody has cancelled yet. */
export function isCancellable(billing: Billing): billing is Billing & { status: Running } {
  return running.some((status) => status === billing.status)
}
