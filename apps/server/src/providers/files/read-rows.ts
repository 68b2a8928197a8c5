import { on } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { type CsvRecord, wideEncoding } from '@stockcast/tables'
import { Piscina } from 'piscina'
import type { FileQuota } from '../../kernel/quotas/quotas.ts'
import { fileRefused } from './file-refused.ts'
import type { FromThread, ReadRequest, ToThread } from './read-in-thread.ts'
import { type ReadBatch, type ReadEnd, readError } from './read-records.ts'
import { type Encoding, NotUtf8 } from './text-of.ts'

/** Reads a file, each time from its start. */
export type OpenFile = () => AsyncIterable<Uint8Array>

/** The first record of the file names its columns. */
export interface RowBatch extends ReadBatch {
  /** Bytes of the file, as received, that were read so far. */
  bytesRead: number
}

interface ReadArgs {
  encoding: Encoding
  limits: FileQuota
  /** Names of columns, by which the sheet of a workbook is found. */
  heads?: readonly string[]
  signal: AbortSignal
}

const THREADS = 2
const IDLE_MS = 5000
/** Megabytes of JavaScript objects. What a thread holds at a time is bounded by the limits of a row. */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 128 }

let threads: Piscina<ReadRequest, ReadEnd> | null = null

/** Threads start with the first file and end when idle. Further files wait for one. */
function openThreads() {
  threads ??= new Piscina<ReadRequest, ReadEnd>({
    filename: new URL('./read-in-thread.ts', import.meta.url).href,
    name: 'readInThread',
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
  })
  return threads
}

/**
 * Yields the records of a table in small batches, as a thread reads them. Memory use does not grow with the file. Throws
 * `FileRefused` where the file is read no further. The thread waits while a batch is worked on, ends its work when nobody takes
 * the next one, and is ended by the signal.
 */
export async function* readRows(
  file: OpenFile,
  { encoding, limits, heads = [], signal }: ReadArgs,
): AsyncGenerator<RowBatch> {
  if (signal.aborted) throw getReason(signal)
  const { port1: own, port2: port } = new MessageChannel()
  const messages = on(own, 'message', { close: ['close'], signal }) as AsyncIterable<[FromThread]>
  const pieces = file()[Symbol.asyncIterator]()
  const post = (message: ToThread, moved: ArrayBuffer[] = []) => own.postMessage(message, moved)
  const task = openThreads().run({ port, encoding, limits, heads }, { transferList: [port], signal })
  task.catch(() => own.close())
  let bytesRead = 0
  try {
    for await (const [message] of messages) {
      if (message === 'end') break
      if (message === 'more') {
        const piece = await pieces.next()
        if (piece.done) post(null)
        else {
          bytesRead += piece.value.length
          // A part of a larger buffer would be sent with the whole of it.
          const copy = Uint8Array.from(piece.value)
          post(copy, [copy.buffer])
        }
      } else {
        const { delimiter, sheet, recordsJson } = message
        yield { delimiter, sheet, records: JSON.parse(recordsJson) as CsvRecord[], bytesRead }
        post('taken')
        // Batches that wait already would come without a turn for anything else between them.
        await nextTurn()
      }
    }
    const end = await task
    if (end) throw readError(end)
  } catch (error) {
    throw signal.aborted ? getReason(signal) : error
  } finally {
    own.close()
    await pieces.return?.()
  }
}

function getReason({ reason }: AbortSignal): unknown {
  const isLate = reason instanceof DOMException && reason.name === 'TimeoutError'
  return isLate ? fileRefused('time', 0, reason) : reason
}

/**
 * Reads a file in its encoding: as UTF-16 where it says so itself, otherwise as UTF-8, and if that proves wrong once more
 * from its start, in the older encoding that its letters fit.
 */
export async function inItsEncoding<T>(file: OpenFile, read: (encoding: Encoding) => Promise<T>): Promise<T> {
  try {
    return await read(await sniffEncoding(file))
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error
    return read(error.encoding)
  }
}

async function sniffEncoding(file: OpenFile): Promise<Encoding> {
  for await (const bytes of file()) return wideEncoding(bytes) === null ? 'utf-8' : 'utf-16'
  return 'utf-8'
}
