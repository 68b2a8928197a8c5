import type { SubscriptionStatus } from '@stockcast/contract'
import type { Tx } from '../database/app-database.ts'

export interface AccessFacts {
  status: SubscriptionStatus
  subscriptionId: string | null
  trialEndsAt: Date
  accessUntil: Date | null
}

export async function findAccess(tx: Tx, merchantId: number): Promise<AccessFacts | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('billing_accounts as b', (join) =>
      join.onRef('b.merchant_id', '=', 'm.id').on('b.merchant_id', '=', merchantId),
    )
    .select(['m.subscription_status', 'm.trial_ends_at', 'b.subscription_id', 'b.access_until'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      status: row.subscription_status,
      trialEndsAt: row.trial_ends_at,
      subscriptionId: row.subscription_id,
      accessUntil: row.access_until,
    }
  )
}
