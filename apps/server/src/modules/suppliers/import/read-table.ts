import { MINUTE_MS, SECOND_MS, type SupplierImportKind } from '@stockcast/contract'
import {
  type CsvRecord,
  cellText,
  type Delimiter,
  isTotalRow,
  type TableReader,
  tableReader,
} from '@stockcast/tables'
import { AppError } from '../../../errors.ts'
import { fileRefused } from '../../../files/file-refused.ts'
import { inItsEncoding, type OpenFile, readRows } from '../../../files/read-rows.ts'
import { receiveFile, type SentFile } from '../../../files/receive-file.ts'
import type { Encoding } from '../../../files/text-of.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Kernel } from '../../../kernel.ts'
import { type FileQuota, sharedQuota } from '../../../quotas/quotas.ts'
import { type Columns, readColumns } from './columns.ts'

/** The columns of a file that are read, as text cells. */
export interface Table {
  encoding: Encoding
  separator: Delimiter
  columns: Columns
  reader: TableReader
  /** The rows below the first line, without blank ones, each with the cells of `columns.read`. */
  records: readonly CsvRecord[]
}

interface SentTable extends SentFile {
  kind: SupplierImportKind
  /** Aborted when the sender has gone. */
  signal: AbortSignal
}

const ARRIVAL_MS = 5 * MINUTE_MS
const READING_MS = 30 * SECOND_MS
const PIECE_BYTES = 64 * 1024
/** Lines above the one that names the columns, such as a title. */
const MOST_TITLE_LINES = 10

const turns = createTurns(sharedQuota.supplierFilesAtWork)

/**
 * Receives a small file, and has `work` take it as a table while its sender waits. It is read once it has arrived, so
 * that a slow sender holds neither a thread nor a turn.
 */
export async function receiveTable<T>(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { kind, signal, ...sent }: SentTable,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  return receiveFile(
    kernel,
    sent,
    (quota) => quota.supplierFile,
    async ({ limits, pieces }) => {
      const file = await arrived(pieces)
      return turns.run(async () => {
        assertWaiting(signal)
        return work(await readTable(file, { kind, limits, signal }))
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

async function readTable(
  file: OpenFile,
  args: { kind: SupplierImportKind; limits: FileQuota; signal: AbortSignal },
): Promise<Table> {
  try {
    return await inItsEncoding(file, (encoding) => read(file, { ...args, encoding }))
  } catch (error) {
    assertWaiting(args.signal)
    throw error
  }
}

async function read(
  file: OpenFile,
  args: { kind: SupplierImportKind; encoding: Encoding; limits: FileQuota; signal: AbortSignal },
): Promise<Table> {
  const { kind, encoding, limits } = args
  const signal = AbortSignal.any([args.signal, AbortSignal.timeout(READING_MS)])
  let table: (Table & { records: CsvRecord[] }) | null = null
  const before: CsvRecord[] = []
  for await (const { delimiter, records } of readRows(file, { encoding, limits, signal })) {
    for (const record of records) {
      if (table === null) {
        const columns = headOf(kind, record, before)
        if (columns === null) continue
        table = { encoding, separator: delimiter, columns, reader: readerOf(columns), records: [] }
      } else if (!isTotalRow(record.cells) || kind === 'suppliers') {
        const cells = table.columns.read.map(({ index }) => cellText(record.cells[index] ?? ''))
        table.reader.note(cells)
        table.records.push({ line: record.line, cells })
      }
    }
  }
  if (table === null && before[0]) readColumns(kind, before[0].cells)
  if (table === null) throw fileRefused('empty')
  return table
}

/** Returns the columns that a record names; null for one of the first lines, which may be a title. */
function headOf(kind: SupplierImportKind, record: CsvRecord, before: CsvRecord[]): Columns | null {
  try {
    return readColumns(kind, record.cells)
  } catch (error) {
    before.push(record)
    if (before.length < MOST_TITLE_LINES) return null
    readColumns(kind, before[0]!.cells)
    throw error
  }
}

const COUNTS = [
  'statedLeadTimeDays',
  'worstLeadTimeDays',
  'leadTimeDays',
  'minimumUnits',
  'maximumUnits',
  'packSize',
  'rank',
  'units',
  'received',
  'rejected',
]
const AMOUNTS = ['unitCost', 'minimumValue']
const DAYS = ['orderedOn', 'expectedOn', 'receivedOn']

function readerOf({ at }: Columns): TableReader {
  const places = (names: readonly string[]) =>
    new Map([...at].filter(([field]) => names.includes(field)).map(([field, place]) => [field, [place]]))
  const days = [...places(DAYS).values()].flat()
  return tableReader({ counts: places(COUNTS), amounts: places(AMOUNTS), days })
}
