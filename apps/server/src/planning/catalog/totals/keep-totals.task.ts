import type { MerchantKey, Tx } from '../../../kernel/database/app-database.ts'
import { deleteCatalogueMarks } from '../../../kernel/database/stale-marks.ts'
import { defineMerchantTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { countByPlace } from '../../locations/listed-queries.ts'
import { lockProjections } from '../../projection/queries.ts'
import { sumTotals } from './find-totals.ts'
import { saveTotals } from './queries.ts'

/** Sums the catalogue again after small changes, once for all changes of some seconds. */
export const keepTotalsTask = defineMerchantTask({
  name: 'keep-totals',
  one: 'queued',
  retryLimit: 2,
})

const WAIT_SECONDS = 2

/** Keeps the totals at once after a refresh of the whole catalogue, and soon after one of some variants. */
export async function onTotalsChanged(
  { jobs }: Pick<Kernel, 'jobs'>,
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] | null },
): Promise<void> {
  if (variantIds === null) return sumAndSave(tx, merchantId)
  await jobs.send(keepTotalsTask, { merchantId }, { tx, delaySeconds: WAIT_SECONDS })
}

/** Keeps the totals. Waits until no refresh of the stock projection runs, and runs alone. */
export async function keepTotals({ db }: Pick<Kernel, 'db'>, { merchantId }: MerchantKey): Promise<void> {
  await db.withTenant(merchantId, async (tx) => {
    await lockProjections(tx, merchantId)
    await sumAndSave(tx, merchantId)
  })
}

/**
 * Deletes the marks before it sums: a write that commits in between leaves its mark. The caller holds the lock
 * on the stock projection, so that older sums never replace newer ones.
 */
async function sumAndSave(tx: Tx, merchantId: number): Promise<void> {
  await deleteCatalogueMarks(tx, merchantId)
  const { counts, ...totals } = await sumTotals(tx, { merchantId, parts: ['counts', 'summary', 'stock'] })
  const places = await countByPlace(tx, { merchantId })
  await saveTotals(tx, { merchantId, totals: { counts: { ...counts, places }, ...totals } })
}
