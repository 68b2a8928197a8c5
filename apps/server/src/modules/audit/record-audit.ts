import type { AuditEvent } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import { insertEntry } from './queries.ts'

const LONGEST_USER_AGENT = 400

/** Where a request came from. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

/** Adds an entry to the account's audit log, in the transaction of the recorded change. */
export async function recordAudit(
  tx: Tx,
  entry: { merchantId: number; at: Date; event: AuditEvent; origin?: Origin; detail?: string },
): Promise<void> {
  const { merchantId, at, event, origin, detail } = entry
  await insertEntry(tx, {
    merchantId,
    at,
    event,
    address: origin?.address || null,
    userAgent: origin?.userAgent?.slice(0, LONGEST_USER_AGENT) || null,
    detail: detail ?? null,
  })
}
