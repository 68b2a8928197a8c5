/** Any text, or one of our numbers. Null is an empty cell. */
export type CsvCell = { text: string | null } | { number: number | null }

const RUNS_AS_FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Returns one record by RFC 4180, with its line break. A text that a spreadsheet would run as a formula gets
 * a leading apostrophe (OWASP, CSV injection); numbers stay numbers, also below zero.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  let record = ''
  for (const cell of cells) record += `,${csvField(cell)}`
  return `${record.slice(1)}\r\n`
}

function csvField(cell: CsvCell): string {
  if ('number' in cell) return cell.number === null ? '' : String(cell.number)
  const text = cell.text ?? ''
  const safe = RUNS_AS_FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
