import { randomUUID } from 'node:crypto'

/** Reserved, so that no mail ever reaches it and nobody can own an address there (RFC 2606). */
export const VISITOR_DOMAIN = 'demo.invalid'

/** A visitor tries the demo with an account that lasts as long as its session, unless it is kept. */
export function isVisitor(email: string): boolean {
  return email.toLowerCase().endsWith(`@${VISITOR_DOMAIN}`)
}

export function newVisitorEmail(): string {
  return `visitor-${randomUUID()}@${VISITOR_DOMAIN}`
}
