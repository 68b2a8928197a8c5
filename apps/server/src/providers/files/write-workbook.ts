import { writeXlsxStream } from 'hucre/xlsx'

/** Text is never a formula; a day is `YYYY-MM-DD`. null is an empty cell. */
export type SheetCell = { text: string | null } | { number: number | null } | { day: string | null }

export interface SheetColumn {
  head: string
  /** In characters. */
  width: number
  /** A number format as Excel writes it, such as `0.00`. */
  format?: string
}

/** For columns of days. */
export const DAY_FORMAT = 'yyyy-mm-dd'

/** Writes a workbook of one sheet while its rows are read: memory use does not grow with them. */
export function writeWorkbook(args: {
  sheet: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly SheetCell[]>
}): ReadableStream<Uint8Array> {
  const columns = args.columns.map(({ head, width, format }) => ({
    header: head,
    width,
    ...(format === undefined ? {} : { numFmt: format }),
  }))
  return writeXlsxStream(getValues(args.rows), { name: args.sheet, columns, freezePane: { rows: 1 } })
}

async function* getValues(rows: AsyncIterable<readonly SheetCell[]>) {
  for await (const row of rows) yield row.map(cellValue)
}

function cellValue(cell: SheetCell): string | number | Date | null {
  if ('number' in cell) return cell.number
  if ('day' in cell) return cell.day === null ? null : new Date(`${cell.day}T00:00:00Z`)
  return cell.text === null ? null : plainText(cell.text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g

/**
 * Escapes a text. Excel reads `_x000A_` as the character with that number, so its underscore is written as
 * such a number.
 */
function plainText(text: string): string {
  return text.replace(NOT_IN_XML, '').replace(LOOKS_ESCAPED, '_x005F_')
}
