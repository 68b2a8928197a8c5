import type { SubscriptionStatus } from '@stockcast/contract'
import type { Tx } from '../database/app-database.ts'

export interface AccessFacts {
  status: SubscriptionStatus
  subscriptionId: string | null
  trialEndsAt: Date
  accessUntil: Date | null
}

export async function findAccess(tx: Tx, merchantId: number): Promise<AccessFacts | undefined> {
  return tx
    .selectFrom('merchants as m')
    .leftJoin('billing_accounts as b', (join) =>
      join.onRef('b.merchant_id', '=', 'm.id').on('b.merchant_id', '=', merchantId),
    )
    .select(['m.subscription_status as status', 'm.trial_ends_at as trialEndsAt'])
    .select(['b.subscription_id as subscriptionId', 'b.access_until as accessUntil'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
}
