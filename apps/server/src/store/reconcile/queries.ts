import type { Tx } from '../../kernel/database/app-database.ts'

export interface Differences {
  stock: number
  orders: number
  products: number
}

export interface FinishedRun {
  merchantId: number
  kind: 'recent' | 'full'
  startedAt: Date
  finishedAt: Date
  checked: number
  differences: Differences
}

export async function insertRun(tx: Tx, run: FinishedRun): Promise<void> {
  await tx
    .insertInto('reconcile_runs')
    .values({
      merchant_id: run.merchantId,
      kind: run.kind,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      checked: run.checked,
      differences: JSON.stringify(run.differences),
    })
    .execute()
}

/** Returns when the last comparison began, of any kind or of the given one. */
export async function findLastStart(
  tx: Tx,
  key: { merchantId: number; kind?: 'recent' | 'full' },
): Promise<Date | undefined> {
  let query = tx.selectFrom('reconcile_runs').select('started_at').where('merchant_id', '=', key.merchantId)
  if (key.kind !== undefined) query = query.where('kind', '=', key.kind)
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.started_at
}
