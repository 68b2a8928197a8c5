import type { Settings } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'

export async function findSettings(tx: Tx, merchantId: number): Promise<Settings | null> {
  const row = await tx
    .selectFrom('settings')
    .select(['default_safety_stock', 'default_lead_time_days'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!row) return null
  return { defaultSafetyStock: row.default_safety_stock, defaultLeadTimeDays: row.default_lead_time_days }
}

export async function upsertSettings(tx: Tx, merchantId: number, settings: Settings): Promise<void> {
  const values = {
    default_safety_stock: settings.defaultSafetyStock,
    default_lead_time_days: settings.defaultLeadTimeDays,
  }
  await tx
    .insertInto('settings')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
}
