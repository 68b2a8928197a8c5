import type { Kernel } from '../../kernel/kernel.ts'
import { type CsvCell, csvRecord } from '../../providers/files/write-record.ts'
import { type ZipEntry, zipStream } from '../../providers/files/zip-stream.ts'
import { type ExportedTable, exportedTables } from './exported-tables.ts'
import { type ExportedRow, listColumns, listRowsAfter } from './queries.ts'

const ROWS_PER_READ = 5000

/**
 * Returns a ZIP of CSV files with all data of the merchant except secrets, read and sent in parts. Each part
 * is read in its own transaction, so that a slow download holds none. A change during the download may be in
 * one file and not in another.
 */
export function exportMerchant(
  kernel: Pick<Kernel, 'db' | 'clock'>,
  merchantId: number,
): AsyncGenerator<Uint8Array> {
  const entries = exportedTables.map(
    (exported): ZipEntry => ({
      name: `${exported.file}.csv`,
      content: readTable(kernel, merchantId, exported),
    }),
  )
  return zipStream(entries, kernel.clock.now())
}

async function* readTable(
  kernel: Pick<Kernel, 'db'>,
  merchantId: number,
  exported: ExportedTable,
): AsyncGenerator<string> {
  const columns = await kernel.db.withTenant(merchantId, (tx) => listColumns(tx, exported))
  yield csvRecord(columns.map((text) => ({ text })))
  let after: ExportedRow | null = null
  while (true) {
    const place = { exported, columns, merchantId, after, limit: ROWS_PER_READ }
    const rows: ExportedRow[] = await kernel.db.withTenant(merchantId, (tx) => listRowsAfter(tx, place))
    if (rows.length > 0) yield rows.map((row) => csvRecord(columns.map((name) => toCell(row[name])))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READ || exported.key.length === 0) return
    after = last
  }
}

function toCell(value: unknown): CsvCell {
  if (typeof value === 'number') return { number: value }
  if (value === null || value === undefined) return { text: null }
  if (value instanceof Date) return { text: value.toISOString() }
  return { text: typeof value === 'string' ? value : JSON.stringify(value) }
}
