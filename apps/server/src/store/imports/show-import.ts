import type { Import } from '@stockcast/contract'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { noTotals } from './check/file-check.ts'
import { findImport, findLatestImportId, type ImportKey, type ImportRow } from './queries.ts'

export async function getImport(kernel: Pick<Kernel, 'db'>, key: ImportKey): Promise<Import> {
  const row = await kernel.db.withTenant(key.merchantId, (tx) => findImport(tx, key))
  if (!row) throw importNotFound()
  return importView(row)
}

/** Returns the latest import of a merchant; null when there is none. */
export async function getLatestImport(
  kernel: Pick<Kernel, 'db'>,
  merchantId: number,
): Promise<{ import: Import | null }> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const importId = await findLatestImportId(tx, merchantId)
    const row = importId === undefined ? undefined : await findImport(tx, { merchantId, importId })
    return { import: row ? importView(row) : null }
  })
}

export function importNotFound(): AppError {
  return new AppError('not_found', 'This import does not exist. Upload the file again.')
}

export function importView(row: ImportRow): Import {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    fileName: row.file_name,
    bytes: row.bytes,
    bytesRead: row.bytes_read,
    layout: row.layout as Import['layout'],
    encoding: row.encoding as Import['encoding'],
    preview: { columns: [], rows: [], sheet: null, ...row.report.preview },
    headHash: row.report.headHash ?? null,
    columns: row.report.columns ?? [],
    totals: row.report.totals ?? noTotals,
    faults: row.report.faults ?? [],
    faultsTotal: row.faults_total,
    leftOut: row.report.leftOut ?? { heads: [], rows: [] },
    message: row.message,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
