import { amountText, type PurchaseOrder } from '@stockcast/contract'
import { type CsvCell, csvRecord } from '../../../providers/files/write-record.ts'

export const orderCsvColumns = [
  'Order',
  'Supplier',
  'SKU',
  'Supplier SKU',
  'Product',
  'Units',
  'Pack size',
  'Unit cost',
  'Cost',
  'Currency',
  'Expected on',
]

/** Returns an order as CSV, as a supplier reads it: one line for each product. Texts cannot run as formulas. */
export function orderCsv(order: PurchaseOrder): string {
  const { currency } = order
  const lines = order.lines.map((line) =>
    csvRecord([
      { text: order.number },
      { text: order.supplierName },
      { text: line.sku },
      { text: line.supplierSku },
      { text: line.title },
      { number: line.confirmed ?? line.ordered },
      { number: line.packSize },
      amountCell(line.unitCostMinor, currency),
      amountCell(line.costMinor, currency),
      { text: currency },
      { text: line.expectedOn ?? order.expectedOn },
    ]),
  )
  return [csvRecord(orderCsvColumns.map((text) => ({ text }))), ...lines].join('')
}

function amountCell(amountMinor: number | null, currency: string): CsvCell {
  return { text: amountMinor === null ? null : amountText(amountMinor, currency) }
}
