/** Text may be anything; numbers are ours. Null is an empty cell. */
export type CsvCell = { text: string | null } | { number: number | null }

const runsAsFormula = /^[=+\-@\t\r]/
const needsQuotes = /[",\r\n]/

/**
 * One record after RFC 4180, line break included. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe (OWASP, CSV injection); numbers stay numbers, negative ones too.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`
}

function csvField(cell: CsvCell): string {
  if ('number' in cell) return cell.number === null ? '' : String(cell.number)
  const text = cell.text ?? ''
  const safe = runsAsFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
