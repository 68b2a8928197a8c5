import type { MessagePort } from 'node:worker_threads'
import type { Delimiter } from '@stockcast/tables'
import type { SheetChoice } from '@stockcast/tables/workbook'
import { computeInBackground } from '../../kernel/thread-priority.ts'
import { type HowToRead, type ReadEnd, readEnd, readRecords } from './read-records.ts'

export interface ReadRequest extends HowToRead {
  port: MessagePort
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

/** Batches that are sent before the first of them is taken. */
const BATCHES_AHEAD = 40

/**
 * Reads a file that comes through the port, and sends its records there. Returns why it read no
 * further, or the encoding that the file is in; null at the end.
 */
export async function readInThread({ port, ...how }: ReadRequest): Promise<ReadEnd> {
  computeInBackground()
  const line = openLine(port)
  try {
    for await (const { delimiter, sheet, records } of readRecords(line.pieces(), how))
      await line.send({ delimiter, sheet, recordsJson: JSON.stringify(records) })
    return null
  } catch (error) {
    return readEnd(error)
  } finally {
    // The owner would learn of the closed port only when this thread runs again.
    port.postMessage('end' satisfies FromThread)
    port.close()
  }
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
