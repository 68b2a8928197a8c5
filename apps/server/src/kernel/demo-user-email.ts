import { randomUUID } from 'node:crypto'

/** A reserved domain, so that no mail ever reaches it and nobody can own an address there (RFC 2606). */
export const DEMO_USER_DOMAIN = 'demo.invalid'

/**
 * Returns whether the address is a demo user's. The account of a demo user lasts as long as its session,
 * unless the user registers it.
 */
export function isDemoUser(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DEMO_USER_DOMAIN}`)
}

export function newDemoUserEmail(): string {
  return `visitor-${randomUUID()}@${DEMO_USER_DOMAIN}`
}
