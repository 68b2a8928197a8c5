import {
  type CsvParser,
  type CsvRecord,
  type Delimiter,
  foreignKind,
  getParser,
  type OlderEncoding,
  TextRefused,
} from '@stockcast/tables'
import type { SheetChoice } from '@stockcast/tables/workbook'
import type { FileQuota } from '../../kernel/quotas/quotas.ts'
import type { FileRefusal } from '../../kernel/texts/file-texts.ts'
import { FileRefused, fileRefused } from './file-refused.ts'
import { workbookRecords } from './read-workbook.ts'
import { type Encoding, NotUtf8, toText } from './text-of.ts'

/** A batch is short work for the thread that takes it. */
const BATCH_RECORDS = 100
const BATCH_CELLS = 2000
/** Why a file was read no further, or the encoding that it is in; null if it was read to its end. */
export type ReadEnd = FileRefusal | { isIn: OlderEncoding } | null

/** Turns an error about the file into plain data that can cross threads. Throws any other error again. */
export function readEnd(error: unknown): NonNullable<ReadEnd> {
  if (error instanceof FileRefused) return error.file
  if (error instanceof NotUtf8) return { isIn: error.encoding }
  throw error
}

/** Turns the data from `readEnd` back into its error. */
export function readError(end: NonNullable<ReadEnd>): Error {
  return 'isIn' in end ? new NotUtf8(end.isIn) : new FileRefused(end)
}

export interface HowToRead {
  encoding: Encoding
  limits: FileQuota
  /** Names of columns, by which the sheet of a workbook is found. */
  heads: readonly string[]
}

export interface ReadBatch {
  delimiter: Delimiter
  /** Of a workbook with several. */
  sheet: SheetChoice | null
  records: readonly CsvRecord[]
}

/**
 * Yields the records of a file in small batches, without blank ones, as it is unpacked, decoded and parsed within its limits; no
 * other code does any of these. To be used on a thread of its own. Throws `FileRefused` if the file is read no further.
 */
export async function* readRecords(
  pieces: AsyncIterable<Uint8Array>,
  how: HowToRead,
): AsyncGenerator<ReadBatch> {
  try {
    for await (const { records, ...of } of readTable(pieces, how))
      for (const batch of getBatches(records)) yield { ...of, records: batch }
  } catch (error) {
    if (error instanceof TextRefused)
      throw new FileRefused({ code: error.code, line: error.line, most: error.most })
    throw error
  }
}

async function* readTable(
  all: AsyncIterable<Uint8Array>,
  { encoding, limits, heads }: HowToRead,
): AsyncGenerator<ReadBatch> {
  const pieces = all[Symbol.asyncIterator]()
  const first = await pieces.next()
  const rest = { [Symbol.asyncIterator]: () => pieces }
  const kind = first.done ? null : foreignKind(first.value)
  const file = first.done ? rest : before(first.value, rest)
  if (kind === 'zip') {
    for await (const { sheet, records } of workbookRecords(file, { limits, heads }))
      yield { delimiter: ',', sheet, records }
    return
  }
  if (kind !== null) throw fileRefused(kind)
  let parser: CsvParser | null = null
  let delimiter: Delimiter = ','
  for await (const text of toText(file, { encoding, limits })) {
    if (parser !== null) {
      yield { delimiter, sheet: null, records: parser.read(text) }
      continue
    }
    const opened = getParser(text, limits)
    ;({ parser, delimiter } = opened)
    yield { delimiter, sheet: null, records: parser.read(opened.rest) }
  }
  yield { delimiter, sheet: null, records: parser?.end() ?? [] }
}

async function* before(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

function* getBatches(records: readonly CsvRecord[]): Generator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  let cells = 0
  for (const record of records) {
    batch.push(record)
    cells += record.cells.length
    if (batch.length < BATCH_RECORDS && cells < BATCH_CELLS) continue
    yield batch
    batch = []
    cells = 0
  }
  if (batch.length > 0) yield batch
}
