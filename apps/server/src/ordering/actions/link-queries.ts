import type { Action } from '@stockcast/contract'
import type { Tx, VariantKey } from '../../kernel/database/app-database.ts'

export interface LinkedAction {
  id: number
  alertId: number
  variantId: number
  action: Action
  expiresAt: Date
  usedAt: Date | null
}

/** Stores one link for each action of an alert. A link that is sent again gets the new expiry. */
export async function keepLinks(
  tx: Tx,
  key: VariantKey & { alertId: number; actions: readonly Action[]; expiresAt: Date },
): Promise<{ id: number; action: Action }[]> {
  return tx
    .insertInto('action_links')
    .values(
      key.actions.map((action) => ({
        merchant_id: key.merchantId,
        alert_id: key.alertId,
        variant_id: key.variantId,
        action,
        expires_at: key.expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'alert_id', 'action'])
        .doUpdateSet((e) => ({ expires_at: e.ref('excluded.expires_at') })),
    )
    .returning(['id', 'action'])
    .execute()
}

/** Returns a link and locks it until the transaction ends, so that two taps do one action. */
export async function findLink(
  tx: Tx,
  { merchantId, linkId }: { merchantId: number; linkId: number },
): Promise<LinkedAction | undefined> {
  return tx
    .selectFrom('action_links')
    .select(['id', 'alert_id as alertId', 'variant_id as variantId', 'action'])
    .select(['expires_at as expiresAt', 'used_at as usedAt'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()
}

export async function markLinkUsed(
  tx: Tx,
  { merchantId, linkId, at }: { merchantId: number; linkId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('action_links')
    .set({ used_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .execute()
}
