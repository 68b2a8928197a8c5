import type { CsvRecord } from '@stockcast/tables'
import { openWorkbook, type SheetChoice } from '@stockcast/tables/workbook'
import { unzipSync } from 'fflate'
import type { FileQuota } from '../../kernel/quotas/quotas.ts'
import { FileRefused, fileRefused } from './file-refused.ts'

const MEGABYTE = 1024 ** 2
/** A workbook is unpacked as a whole, unlike text. */
const MAX_UNPACKED = 64 * MEGABYTE
const RECORDS_PER_PART = 500

/**
 * Yields the records of a workbook in parts, within the limits of a table, with the sheet that they are from: the one with most of
 * `heads`. Refuses an archive that is not a workbook.
 */
export async function* workbookRecords(
  pieces: AsyncIterable<Uint8Array>,
  { limits, heads }: { limits: FileQuota; heads: readonly string[] },
): AsyncGenerator<{ sheet: SheetChoice | null; records: CsvRecord[] }> {
  const held: Uint8Array[] = []
  let bytes = 0
  const mostBytes = Math.min(limits.fileBytes, MAX_UNPACKED)
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > mostBytes) throw fileRefused('fileBytes', mostBytes)
    held.push(piece)
  }
  const archive = new Uint8Array(Buffer.concat(held))
  assertWorkbook(archive, Math.min(limits.textBytes, MAX_UNPACKED))
  let records: CsvRecord[] = []
  let [count, cells] = [0, 0]
  try {
    const { sheet, rows } = await openWorkbook(archive, new Set(heads))
    for await (const record of rows) {
      count++
      cells += record.cells.length
      assertFits(record, { rows: count, cells, limits })
      records.push(record)
      if (records.length < RECORDS_PER_PART) continue
      yield { sheet, records }
      records = []
    }
    yield { sheet, records }
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause
    throw fileRefused('workbook', 0, cause)
  }
}

/** Files by which workbooks of other formats are known. */
const others = [
  [/^content\.xml$/i, 'open_document'],
  [/^index(?:\.zip|\/document\.iwa)$/i, 'numbers'],
  [/^xl\/workbook\.bin$/i, 'binary_workbook'],
] as const

function assertWorkbook(archive: Uint8Array, mostBytes: number): void {
  const files = unpackedFiles(archive)
  if (files === null) throw fileRefused('workbook')
  const has = (name: RegExp) => [...files.keys()].some((each) => name.test(each))
  const other = others.find(([file]) => has(file))
  if (other) throw fileRefused(other[1])
  if (!has(/^xl\/workbook\.xml$/i)) throw fileRefused('archive')
  const unpacked = [...files.values()].reduce((sum, size) => sum + size, 0)
  if (unpacked > mostBytes) throw fileRefused('textBytes', mostBytes)
}

function assertFits(
  { line, cells: own }: CsvRecord,
  { rows, cells, limits }: { rows: number; cells: number; limits: FileQuota },
): void {
  const refuse = (code: 'rows' | 'cells' | 'columns' | 'rowCharacters' | 'cellCharacters') =>
    new FileRefused({ code, line, most: limits[code] })
  if (rows > limits.rows + 1) throw refuse('rows')
  if (cells > limits.cells) throw refuse('cells')
  if (own.length > limits.columns) throw refuse('columns')
  const lengths = own.map((cell) => cell.length)
  if (lengths.some((length) => length > limits.cellCharacters)) throw refuse('cellCharacters')
  if (lengths.reduce((sum, length) => sum + length, 0) > limits.rowCharacters) throw refuse('rowCharacters')
}

/** Returns the names of the files in an archive and the bytes that each unpacks to, as the archive states them; null if it is none. */
function unpackedFiles(archive: Uint8Array): Map<string, number> | null {
  const files = new Map<string, number>()
  const note = ({ name, originalSize }: { name: string; originalSize: number }) => {
    files.set(name, originalSize)
    return false
  }
  try {
    unzipSync(archive, { filter: note })
    return files
  } catch {
    return null
  }
}
