import { AT_ONCE } from '../kernel/due/due-kinds.ts'
import { setDueAtLatest } from '../kernel/due/queries.ts'
import type { Kernel } from '../kernel/kernel.ts'

export const ALL_SCOPES = [
  'read_products',
  'read_inventory',
  'read_locations',
  'read_orders',
  'read_all_orders',
]

/** Inserts a connected store to which no request is sent: its tokens are invalid. */
export async function insertConnection(
  kernel: Pick<Kernel, 'db'>,
  args: { merchantId: number; shopDomain: string; scopes?: string[]; connectedAt?: Date },
): Promise<void> {
  const { merchantId, shopDomain } = args
  await kernel.db.withTenant(merchantId, async (tx) => {
    await tx
      .insertInto('shop_connections')
      .values({
        merchant_id: merchantId,
        shop_domain: shopDomain,
        shop_gid: `gid-${merchantId}`,
        access_token: 'sealed',
        refresh_token: 'sealed',
        scopes: args.scopes ?? ALL_SCOPES,
        status: 'connected',
        connected_at: args.connectedAt ?? new Date('2026-11-01T00:00:00Z'),
      })
      .execute()
    await tx
      .updateTable('merchant_directory')
      .set({ shop_domain: shopDomain })
      .where('merchant_id', '=', merchantId)
      .execute()
    await setDueAtLatest(tx, { kind: 'comparison', merchantId, dueAt: AT_ONCE })
    await tx.updateTable('merchants').set({ shop_domain: shopDomain }).where('id', '=', merchantId).execute()
  })
}
