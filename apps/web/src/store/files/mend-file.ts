import { type LeftOut, MEND_HEAD } from '@stockcast/contract'

const runsAsFormula = /^[=+\-@\t\r]/
const isNumber = /^-?[\d.,]+$/
const needsQuotes = /[",\r\n]/

/** Returns a cell after RFC 4180; text that a spreadsheet would run as a formula gets a leading apostrophe. */
function csvCell(text: string): string {
  const safe = runsAsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns rows that were left out as a file with the same columns and why, to be mended and imported again. */
export function mendCsv({ heads, rows }: LeftOut): string {
  const records = rows.map(({ cells, reason }) => [...heads.map((_, i) => cells[i] ?? ''), reason])
  return [[...heads, MEND_HEAD], ...records].map((record) => `${record.map(csvCell).join(',')}\r\n`).join('')
}
