import type { Tx } from '../../kernel/database/app-database.ts'

export async function insertOverrides(
  tx: Tx,
  merchantId: number,
  overrides: readonly { variantId: number; safetyStock: number | null; leadTimeDays: number | null }[],
): Promise<void> {
  await tx
    .insertInto('variant_overrides')
    .values(
      overrides.map(({ variantId, safetyStock, leadTimeDays }) => ({
        merchant_id: merchantId,
        variant_id: variantId,
        safety_stock: safetyStock,
        lead_time_days: leadTimeDays,
      })),
    )
    .execute()
}

export async function hasVariant(
  tx: Tx,
  { merchantId, sku }: { merchantId: number; sku: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('variants')
    .select('variant_id')
    .where('merchant_id', '=', merchantId)
    .where('sku', '=', sku)
    .executeTakeFirst()
  return found !== undefined
}
