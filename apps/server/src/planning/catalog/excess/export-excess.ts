import { type ExcessRow, majorAmount } from '@stockcast/contract'
import { findShopMoney } from '../../../kernel/database/variant-costs.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { csvRecord } from '../../../providers/files/write-record.ts'
import { type ExcessFilter, listExcessPage } from './queries.ts'

const columns = [
  'Product',
  'SKU',
  'Kind',
  'ABC',
  'XYZ',
  'Current Stock',
  'Excess Units',
  'Days Of Cover',
  'Last Sold On',
  'Unit Cost',
  'Excess Value',
  'Currency',
]

const ROWS_PER_READ = 2000

/** Writes the whole list as CSV. Each part is read in its own transaction. */
export async function* exportExcess(
  kernel: Pick<Kernel, 'db'>,
  asked: Omit<ExcessFilter, 'money'> & { merchantId: number },
): AsyncGenerator<string> {
  const { merchantId, ...filter } = asked
  const money = await kernel.db.withTenant(merchantId, (tx) => findShopMoney(tx, merchantId))
  yield csvRecord(columns.map((text) => ({ text })))
  for (let offset = 0; ; offset += ROWS_PER_READ) {
    const part = { ...filter, money, limit: ROWS_PER_READ, offset }
    const rows = await kernel.db.withTenant(merchantId, (tx) => listExcessPage(tx, part))
    yield rows.map((row) => excessRecord(row, money.currency)).join('')
    if (rows.length < ROWS_PER_READ) return
  }
}

function excessRecord(row: ExcessRow, currency: string): string {
  const amount = (minor: number | null) => ({ number: minor === null ? null : majorAmount(minor, currency) })
  return csvRecord([
    { text: row.title },
    { text: row.sku },
    { text: row.kind === 'dead' ? 'Dead stock' : 'Overstock' },
    { text: row.abc?.toUpperCase() ?? null },
    { text: row.xyz?.toUpperCase() ?? null },
    { number: row.available },
    { number: row.excessUnits },
    { number: row.daysOfCover === null ? null : Math.floor(row.daysOfCover) },
    { text: row.lastSoldOn },
    amount(row.unitCostMinor),
    amount(row.excessValueMinor),
    { text: currency },
  ])
}
