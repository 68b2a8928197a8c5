import type { SheetChoice } from '@stockcast/contract'
import {
  type CsvRecord,
  foreignKind,
  olderEncoding,
  parseTable,
  TextRefused,
  wideEncoding,
} from '@stockcast/tables'

const MEGABYTE = 2 ** 20
const MAX_BYTES = 5 * MEGABYTE
const LIMITS = { rows: 20_000, cells: 400_000, columns: 200, rowCharacters: 100_000, cellCharacters: 10_000 }

/** The rows of a file, and of a workbook with several sheets which one they are from. */
interface ReadTable {
  records: CsvRecord[]
  sheet: SheetChoice | null
}

/** What to do with a file that is too large, a PDF and a picture, as the ends of sentences. */
export interface FileAdvice {
  tooLarge: string
  pdf: string
  picture: string
}

/**
 * Returns the rows of a file that is read in the browser, of a workbook those of the sheet with most of `heads`. Of one that cannot be
 * read, says why.
 */
export async function readRecords(
  file: Blob,
  advice: FileAdvice,
  heads: readonly string[] = [],
): Promise<ReadTable | { refused: string }> {
  if (file.size > MAX_BYTES) return { refused: `The file is larger than 5 MB: ${advice.tooLarge}.` }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const foreign = foreignKind(bytes)
  if (foreign === 'zip') return (await workbookRecords(bytes, heads)) ?? { refused: foreignWords(advice).zip }
  if (foreign !== null) return { refused: foreignWords(advice)[foreign] }
  const text = toText(bytes)
  if (text === null)
    return {
      refused: 'The letters of this file cannot be read: save it as “CSV UTF-8”, and choose that file.',
    }
  try {
    return { records: parseTable(text, LIMITS), sheet: null }
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error
    return error.code === 'open_quote'
      ? { refused: `A quotation mark that opens in line ${error.line} is never closed.` }
      : { refused: `The file is too long: ${advice.tooLarge}.` }
  }
}

const foreignWords = ({ pdf, picture }: FileAdvice) => ({
  zip: 'This is an archive, or a spreadsheet that cannot be read: save it as XLSX or CSV, and choose that file.',
  old_workbook: 'This is an Excel workbook: save it as CSV, and choose that file.',
  pdf: `This is a PDF: ${pdf}.`,
  picture: `This is a picture: ${picture}.`,
  web_page: 'This is a web page: save the list as CSV, and choose that file.',
})

/** Returns the rows of a workbook; null for another archive, and for one that is too long. */
async function workbookRecords(bytes: Uint8Array, heads: readonly string[]): Promise<ReadTable | null> {
  const { openWorkbook } = await import('@stockcast/tables/workbook')
  const records: CsvRecord[] = []
  try {
    const { sheet, rows } = await openWorkbook(bytes, new Set(heads))
    for await (const row of rows) {
      records.push(row)
      if (records.length > LIMITS.rows || row.cells.length > LIMITS.columns) return null
    }
    return { records, sheet }
  } catch {
    return null
  }
}

/** Decodes text as UTF-16 if it has its mark, else as UTF-8, else in the older encoding that its letters fit; null if none does. */
function toText(bytes: Uint8Array): string | null {
  const wide = wideEncoding(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const encoding = olderEncoding(bytes)
    return encoding === null ? null : new TextDecoder(encoding).decode(bytes)
  }
}
