import type { Import } from '@stockcast/contract'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { keptImports } from '../../../kernel/quotas/quotas.ts'
import { assertCheckedFor, requireImportShop } from '../prepare-shop.ts'
import { countWaitingImports, findImport, type ImportKey, updateImport } from '../queries.ts'
import { importNotFound, importView } from '../show-import.ts'
import { applyImportTask } from './apply-import.task.ts'

const refusals: Record<Exclude<Import['status'], 'ready'>, string> = {
  uploaded: 'This file is still being checked.',
  checking: 'This file is still being checked.',
  faulty: 'This file has faults. Correct them and upload it again.',
  applying: 'This file is being imported already.',
  applied: 'This file is imported already.',
  failed: 'This file could not be read. Upload it again.',
}

/** Starts the import of a checked file. The worker writes it completely or not at all. */
export async function startApply(kernel: Kernel, key: ImportKey): Promise<Import> {
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(key.merchantId, async (tx) => {
    const row = await findImport(tx, key, 'for update')
    if (!row) throw importNotFound()
    if (row.status !== 'ready') throw new AppError('conflict', refusals[row.status])
    assertCheckedFor(await requireImportShop(tx, key.merchantId, row.kind), row)
    if ((await countWaitingImports(tx, key.merchantId)) >= keptImports.waiting)
      throw new AppError(
        'limit_exceeded',
        `${keptImports.waiting} of your files are being imported already. Import this one when they are done.`,
      )
    await updateImport(tx, key, 'ready', { status: 'applying', attempts: 0 })
    await kernel.jobs.send(applyImportTask, key, { tx })
    await kernel.live.publish(tx, key.merchantId, { type: 'import' })
    return importView({ ...row, status: 'applying' })
  })
}
