import { MINUTE_MS, SECOND_MS, type SupplierImportKind } from '@stockcast/contract'
import {
  type CsvRecord,
  cellText,
  type Delimiter,
  isHeadAgain,
  isTotalRow,
  type TableReader,
  tableReader,
} from '@stockcast/tables'
import type { SheetChoice } from '@stockcast/tables/workbook'
import { AppError } from '../../../kernel/errors.ts'
import { createTurns } from '../../../kernel/http/turns.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { type FileQuota, sharedQuota } from '../../../kernel/quotas/quotas.ts'
import { fileRefused } from '../../../providers/files/file-refused.ts'
import { inItsEncoding, type OpenFile, readRows } from '../../../providers/files/read-rows.ts'
import { receiveFile, type SentFile } from '../../../providers/files/receive-file.ts'
import type { Encoding } from '../../../providers/files/text-of.ts'
import { type ColumnChoices, createSamples, listColumnChoices, type Samples } from '../../../store/index.ts'
import { AMOUNTS, COUNTS, columnNames, DAYS } from './column-names.ts'
import { type Columns, readColumns } from './columns.ts'

/** The columns of a file that are read, as text cells. */
export interface Table {
  encoding: Encoding
  separator: Delimiter
  sheet: SheetChoice | null
  /** The row that names the columns. */
  head: CsvRecord
  columns: Columns
  samples: Samples
  reader: TableReader
  /** The rows below the first line, without blank ones, each with the cells of `columns.read`. */
  records: readonly CsvRecord[]
  /** The same rows with all of their cells. */
  whole: ReadonlyMap<number, readonly string[]>
}

export interface SentTable extends SentFile {
  kind: SupplierImportKind
  /** Aborted when the sender has gone. */
  signal: AbortSignal
}

const ARRIVAL_MS = 5 * MINUTE_MS
const READING_MS = 30 * SECOND_MS
const PIECE_BYTES = 64 * 1024
/** Lines above the one that names the columns, such as a title. */
const MAX_TITLE_LINES = 10

const turns = createTurns(sharedQuota.supplierFilesAtWork)

/**
 * Receives a small file, and has `work` take it as a table while its sender waits. It is read once it has arrived, so
 * that a slow sender holds neither a thread nor a turn.
 */
export async function receiveTable<T>(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { kind, signal, ...sent }: SentTable,
  work: (table: Table, file: OpenFile) => Promise<T>,
): Promise<T> {
  return receiveFile(
    kernel,
    sent,
    (quota) => quota.supplierFile,
    async ({ limits, pieces }) => {
      const file = await arrived(pieces)
      return turns.run(async () => {
        assertWaiting(signal)
        const { merchantId } = sent
        return work(await readTable(kernel, file, { merchantId, kind, limits, signal }), file)
      })
    },
  )
}

async function arrived(pieces: AsyncIterable<Uint8Array>): Promise<OpenFile> {
  const late = AbortSignal.timeout(ARRIVAL_MS)
  const held: Uint8Array[] = []
  for await (const piece of pieces) {
    if (late.aborted) throw fileRefused('time')
    held.push(piece)
  }
  const content = Buffer.concat(held)
  return async function* () {
    for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
  }
}

function assertWaiting(sender: AbortSignal): void {
  if (sender.aborted) throw new AppError('invalid_input', 'The request ended before its file was read.')
}

interface TableArgs {
  kind: SupplierImportKind
  limits: FileQuota
  signal: AbortSignal
}
type ReadArgs = TableArgs & { choices: ColumnChoices }

/** Reads a small file as a table, with the columns that the merchant chose for files with its head. */
export async function readTable(
  kernel: Pick<Kernel, 'db'>,
  file: OpenFile,
  { merchantId, ...args }: TableArgs & { merchantId: number },
): Promise<Table> {
  const { kind } = args
  const choices = await kernel.db.withTenant(merchantId, (tx) => listColumnChoices(tx, { merchantId, kind }))
  try {
    return await inItsEncoding(file, (encoding) => read(file, { ...args, choices, encoding }))
  } catch (error) {
    assertWaiting(args.signal)
    throw error
  }
}

async function read(file: OpenFile, args: ReadArgs & { encoding: Encoding }): Promise<Table> {
  const { kind, encoding, limits, choices } = args
  const signal = AbortSignal.any([args.signal, AbortSignal.timeout(READING_MS)])
  let table: OpenedTable | null = null
  const above: Above[] = []
  const heads = Object.values(columnNames[kind]).flat(2)
  for await (const { delimiter, sheet, records } of readRows(file, { encoding, limits, heads, signal })) {
    for (const record of records) {
      if (table !== null) {
        take(table, record, kind)
        continue
      }
      const columns = readColumns(kind, record.cells, choices)
      const found = {
        columns,
        record,
        opened: opened(columns, { encoding, separator: delimiter, sheet, head: record }),
      }
      if (columns.missing.length === 0) table = found.opened
      else above.push(found)
    }
    if (table === null && above.length > MAX_TITLE_LINES) break
  }
  return table ?? incomplete(above)
}

interface Above {
  columns: Columns
  record: CsvRecord
  opened: OpenedTable
}

const getWidth = ({ cells }: CsvRecord) => cells.filter((cell) => cell.trim() !== '').length

/**
 * Returns the table of a file that lacks a needed column: its head is the row that names most of the others, and of several the first
 * one with most cells, because titles have few.
 */
function incomplete(above: readonly Above[]): Table {
  const [head] = above.toSorted(
    (a, b) => b.columns.read.length - a.columns.read.length || getWidth(b.record) - getWidth(a.record),
  )
  if (!head) throw fileRefused('empty')
  for (const { record } of above) if (record.line > head.record.line) head.opened.samples.note(record.cells)
  return head.opened
}

type OpenedTable = Table & { records: CsvRecord[]; whole: Map<number, readonly string[]> }

function opened(
  columns: Columns,
  file: Pick<Table, 'encoding' | 'separator' | 'sheet'> & { head: CsvRecord },
): OpenedTable {
  return {
    ...file,
    columns,
    reader: getReader(columns),
    samples: createSamples(columns.all.map(({ header }) => header)),
    records: [],
    whole: new Map(),
  }
}

function take(table: OpenedTable, { line, cells }: CsvRecord, kind: SupplierImportKind): void {
  const codes = table.columns.read
    .filter(({ field }) => field === 'sku' || field === 'barcode')
    .map(({ index }) => index)
  const isTotal =
    isTotalRow(cells, codes) && (kind !== 'suppliers' || !cells.slice(1).some((cell) => /\p{L}/u.test(cell)))
  if (isTotal || isHeadAgain(cells, table.head.cells)) return
  table.samples.note(cells)
  const read = table.columns.read.map(({ field, index }) => {
    const cell = cells[index] ?? ''
    return field === 'address' ? cell.split('\n').map(cellText).filter(Boolean).join('\n') : cellText(cell)
  })
  table.reader.note(read)
  table.records.push({ line, cells: read })
  table.whole.set(line, cells)
}

function getReader({ at, read }: Columns): TableReader {
  const places = (names: readonly string[]) =>
    new Map([...at].filter(([field]) => names.includes(field)).map(([field, place]) => [field, [place]]))
  const days = [...places(DAYS).values()].flat()
  const heads = read.map(({ header }) => header)
  return tableReader({ counts: places(COUNTS), amounts: places(AMOUNTS), days, heads })
}
