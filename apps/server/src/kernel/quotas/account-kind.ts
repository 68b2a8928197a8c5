import type { AppDatabase } from '../database/app-database.ts'
import { isDemoUser } from '../demo-user-email.ts'
import type { Kernel } from '../kernel.ts'
import { findAddress } from './queries.ts'

/** Whose limits and quotas an account has. */
export type AccountKind = 'merchant' | 'demo'

/**
 * Returns the kind of a merchant's account. One whose address nobody has confirmed is as quickly made as a demo, and counts
 * as one wherever mails can confirm it; in the sandbox every address counts as confirmed.
 */
export async function accountKind(
  { config }: Pick<Kernel, 'config'>,
  db: AppDatabase['directory'],
  merchantId: number,
): Promise<AccountKind> {
  const found = await findAddress(db, merchantId)
  if (!found || isDemoUser(found.email)) return 'demo'
  return config.mail.mode === 'live' && found.isUnconfirmed ? 'demo' : 'merchant'
}
