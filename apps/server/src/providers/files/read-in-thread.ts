import type { MessagePort } from 'node:worker_threads'
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

export interface ReadRequest {
  port: MessagePort
  encoding: Encoding
  limits: FileQuota
  /** Names of columns, by which the sheet of a workbook is found. */
  heads: readonly string[]
}

/**
 * What the thread sends: records in order, as JSON, which takes a third of the time that copying the objects takes; `more`
 * when it can take another piece of the file; and `end` as its last word.
 */
export type FromThread =
  | { delimiter: Delimiter; sheet: SheetChoice | null; recordsJson: string }
  | 'more'
  | 'end'
/** What the thread gets: a piece of the file, null at its end, or `taken` for each batch of records. */
export type ToThread = Uint8Array | null | 'taken'

/** A batch is short work for the thread that takes it. */
const BATCH_RECORDS = 100
const BATCH_CELLS = 2000
/** Batches that are sent before the first of them is taken. */
const BATCHES_AHEAD = 40

/**
 * Reads a file that comes through the port, and sends its records there. Returns why it read no
 * further, or the encoding that the file is in; null at the end.
 */
export async function readInThread({
  port,
  encoding,
  limits,
  heads,
}: ReadRequest): Promise<FileRefusal | { isIn: OlderEncoding } | null> {
  const line = openLine(port)
  let parser: CsvParser | null = null
  let delimiter: Delimiter = ','
  const send = async (records: readonly CsvRecord[], sheet: SheetChoice | null = null) => {
    for (const batch of getBatches(records))
      await line.send({ delimiter, sheet, recordsJson: JSON.stringify(batch) })
  }
  try {
    const pieces = line.pieces()
    const first = await pieces.next()
    const kind = first.done ? null : foreignKind(first.value)
    const file = first.done ? pieces : before(first.value, pieces)
    if (kind === 'zip') {
      for await (const { sheet, records } of workbookRecords(file, { limits, heads }))
        await send(records, sheet)
      return null
    }
    if (kind !== null) throw fileRefused(kind)
    for await (const text of toText(file, { encoding, limits })) {
      if (parser !== null) {
        await send(parser.read(text))
        continue
      }
      const opened = getParser(text, limits)
      ;({ parser, delimiter } = opened)
      await send(parser.read(opened.rest))
    }
    await send(parser?.end() ?? [])
    return null
  } catch (error) {
    if (error instanceof FileRefused) return error.file
    if (error instanceof TextRefused) return { code: error.code, line: error.line, most: error.most }
    if (error instanceof NotUtf8) return { isIn: error.encoding }
    throw error
  } finally {
    // The owner would learn of the closed port only when this thread runs again.
    port.postMessage('end' satisfies FromThread)
    port.close()
  }
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

/** Speaks with the thread that owns the file. The next piece is asked for before it is needed. */
function openLine(port: MessagePort) {
  const pieces: (Uint8Array | null)[] = []
  let untaken = 0
  let isClosed = false
  let event = Promise.withResolvers<void>()
  const wake = () => {
    event.resolve()
    event = Promise.withResolvers()
  }
  port.on('message', (message: ToThread) => {
    if (message === 'taken') untaken--
    else pieces.push(message)
    wake()
  })
  port.on('close', () => {
    isClosed = true
    wake()
  })
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (isClosed) throw new Error('nobody takes the records of this file any more')
      await event.promise
    }
  }
  const post = (message: FromThread) => port.postMessage(message)
  return {
    async *pieces(): AsyncGenerator<Uint8Array> {
      post('more')
      for (;;) {
        await until(() => pieces.length > 0)
        const piece = pieces.shift()
        if (!piece) return
        post('more')
        yield piece
      }
    },
    send: async (batch: Exclude<FromThread, string>): Promise<void> => {
      post(batch)
      untaken++
      await until(() => untaken < BATCHES_AHEAD)
    },
  }
}
