import { createHash } from 'node:crypto'
import { DAY_S } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import type { KeptAnswer } from '../ledger.ts'
import { Refusal } from '../refusal.ts'

/** https://docs.stripe.com/api/idempotent_requests */
const KEPT_S = DAY_S

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')
}

/** Returns the earlier answer for the key; null for a new key. Throws a refusal if the request differs. */
export function earlierAnswer(context: Context, key: string, fingerprint: string): KeptAnswer | null {
  const kept = context.ledger.get('answer', key)
  if (!kept || kept.at + KEPT_S <= context.now()) return null
  if (kept.fingerprint === fingerprint) return kept
  throw new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

export function forgetOldAnswers(context: Context): void {
  for (const [key, { at }] of context.ledger.entriesOf('answer')) {
    if (at + KEPT_S > context.now()) return
    context.ledger.remove('answer', key)
  }
}
