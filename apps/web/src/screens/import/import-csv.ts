import type { ImportFault, ImportKind } from '@stockcast/contract'

const runsAsFormula = /^[=+\-@\t\r]/
const needsQuotes = /[",\r\n]/

/**
 * Returns a cell after RFC 4180; text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
function csvCell(text: string): string {
  const safe = runsAsFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function faultsCsv(faults: readonly ImportFault[]): string {
  const rows = faults.map(({ line, column, reason }) => [
    String(line),
    csvCell(column ?? ''),
    csvCell(reason),
  ])
  return [['line', 'column', 'reason'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Template files: the columns and an example. */
export const templates: Record<ImportKind, { name: string; text: string }> = {
  products: {
    name: 'products-template.csv',
    text: 'product,variant,sku,vendor,price,stock,location,incoming,tracked\r\nHouse Espresso,1 kg,ESP-1000,Altura Roasting,26.00,120,,0,yes\r\n',
  },
  sales: { name: 'sales-template.csv', text: 'sku,day,units\r\nESP-1000,2026-01-31,4\r\n' },
}
