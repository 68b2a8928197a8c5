import type { Tx } from '../../database/app-database.ts'
import { accessOf } from './access.ts'
import { findAccess } from './queries.ts'

/** Whether the merchant's trial or plan has ended: nothing is changed or sent for them, and everything is kept. */
export async function isReadOnly(tx: Tx, merchantId: number, now: Date): Promise<boolean> {
  const facts = await findAccess(tx, merchantId)
  return facts !== undefined && accessOf(facts, now).isReadOnly
}
