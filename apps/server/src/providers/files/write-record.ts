/** Any text, or one of our numbers. Null is an empty cell. */
export type CsvCell = { text: string | null } | { number: number | null }

/** Full-width signs are read like the others by spreadsheets of some languages. */
const SIGN = '[=+\\-@＝＋－＠]'
/**
 * Where a formula could begin: at the start of a text, and after each character inside it that a spreadsheet may take for
 * the end of a cell. In countries with decimal commas that is a semicolon, even inside quotes.
 */
const FORMULA_STARTS = `^(?=${SIGN}|[\\t\\r\\n])|(?<=[;\\t\\r\\n])(?="*${SIGN})`
const UNGUARDED = new RegExp(FORMULA_STARTS, 'g')
const GUARDED = new RegExp(`(?:^'(?=${SIGN}|[\\t\\r\\n]))|(?<=[;\\t\\r\\n])'(?="*${SIGN})`, 'g')
const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * Returns one record by RFC 4180, with its line break. An apostrophe stands where a spreadsheet would begin to run a text
 * as a formula (OWASP, CSV injection); numbers stay numbers, also below zero.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  let record = ''
  for (const cell of cells) record += `,${csvField(cell)}`
  return `${record.slice(1)}\r\n`
}

function csvField(cell: CsvCell): string {
  if ('number' in cell) return cell.number === null ? '' : String(cell.number)
  const text = cell.text ?? ''
  const safe = text.replaceAll(UNGUARDED, "'")
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the text of a cell without the apostrophes that `csvRecord` adds. */
export function withoutGuards(text: string): string {
  return text.replaceAll(GUARDED, '')
}
