import type { Import } from '@stockcast/contract'
import type { Kernel } from '../../kernel/kernel.ts'
import { findImport, type ImportKey, type ImportRow, updateImport } from './queries.ts'
import { deleteStaged } from './staged-queries.ts'
import { deleteUploadOf } from './upload-queries.ts'

const MAX_ATTEMPTS = 5
const GIVEN_UP = 'This file could not be processed after several attempts. Upload it again, or ask for help.'

type Status = Import['status']

/** Counts one more attempt at an import; null when there is nothing left to do. */
export async function beginAttempt(
  kernel: Kernel,
  key: ImportKey,
  { from, to }: { from: readonly Status[]; to: Status },
): Promise<ImportRow | null> {
  const row = await kernel.db.withTenant(key.merchantId, async (tx) => {
    const found = await findImport(tx, key, 'for update')
    if (!found || !from.includes(found.status)) return null
    await updateImport(tx, key, found.status, { status: to, attempts: found.attempts + 1 })
    await kernel.live.publish(tx, key.merchantId, { type: 'import' })
    return { ...found, attempts: found.attempts + 1 }
  })
  if (!row || row.attempts <= MAX_ATTEMPTS) return row
  await failImport(kernel, key, { from: to, message: GIVEN_UP })
  return null
}

/** Marks an import as failed, with a sentence, and removes its file and what was staged of it. */
export async function failImport(
  kernel: Kernel,
  key: ImportKey,
  { from, message }: { from: Status; message: string },
): Promise<void> {
  const finishedAt = kernel.clock.now()
  await kernel.db.withTenant(key.merchantId, async (tx) => {
    if (await updateImport(tx, key, from, { status: 'failed', message, finishedAt })) {
      await deleteStaged(tx, key)
      await deleteUploadOf(tx, key)
    }
    await kernel.live.publish(tx, key.merchantId, { type: 'import' })
  })
}
