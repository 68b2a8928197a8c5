import type { Act } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'

export interface LinkedAct {
  id: number
  alertId: number
  variantId: number
  act: Act
  expiresAt: Date
  usedAt: Date | null
}

/** Stores one link for each action of an alert. A link that is sent again gets the new expiry. */
export async function keepLinks(
  tx: Tx,
  key: { merchantId: number; alertId: number; variantId: number; acts: readonly Act[]; expiresAt: Date },
): Promise<{ id: number; act: Act }[]> {
  return tx
    .insertInto('act_links')
    .values(
      key.acts.map((act) => ({
        merchant_id: key.merchantId,
        alert_id: key.alertId,
        variant_id: key.variantId,
        act,
        expires_at: key.expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'alert_id', 'act'])
        .doUpdateSet((e) => ({ expires_at: e.ref('excluded.expires_at') })),
    )
    .returning(['id', 'act'])
    .execute()
}

/** Returns a link and locks it until the transaction ends, so that two taps do one action. */
export async function findLink(
  tx: Tx,
  { merchantId, linkId }: { merchantId: number; linkId: number },
): Promise<LinkedAct | undefined> {
  const row = await tx
    .selectFrom('act_links')
    .select(['id', 'alert_id', 'variant_id', 'act', 'expires_at', 'used_at'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    alertId: row.alert_id,
    variantId: row.variant_id,
    act: row.act,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }
}

export async function markLinkUsed(
  tx: Tx,
  { merchantId, linkId, at }: { merchantId: number; linkId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('act_links')
    .set({ used_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .execute()
}
