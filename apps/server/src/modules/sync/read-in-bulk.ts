import { setTimeout as sleep } from 'node:timers/promises'
import { type BulkOperation, isShopifyFault, type LineBatch } from '../../integrations/shopify/index.ts'
import { type BulkCursor, type BulkStream, NOT_STARTED } from './cursor.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

const MOST_RESTARTS = 2
const FIRST_POLL_MS = 150
const LONGEST_POLL_MS = 5000

export interface ParsedBatch<T> {
  records: T
  nextOffset: number
}

/** Starts the bulk operation of a stream unless that was done. Returns false where bulk is unavailable. */
export async function ensureBulkStarted(run: SyncRun, stream: BulkStream, query: string): Promise<boolean> {
  const cursor = cursorOf(run)[stream]
  if (cursor.source === 'paged') return false
  if (cursor.operation !== null) return true
  const operation = await run.shop.startBulk(query)
  if (operation === null) return false
  await commitStep(run, async () => ({ cursor: { ...cursorOf(run), [stream]: { ...cursor, operation } } }))
  return true
}

/**
 * Reads a stream's bulk result from its cursor on and passes each batch to `write`; while one is written, the
 * next is fetched and parsed. Returns false when the rest must be read page by page.
 */
export async function readInBulk<T>(
  run: SyncRun,
  stream: { name: BulkStream; query: string },
  parse: (lines: readonly string[]) => T,
  write: (batch: ParsedBatch<T>, operation: BulkOperation) => Promise<void>,
): Promise<boolean> {
  while (await ensureBulkStarted(run, stream.name, stream.query)) {
    const outcome = await waitForBulk(run, stream.name)
    if (outcome === 'failed') return false
    if (outcome !== 'gone') {
      const offset = bulkCursor(run, stream.name).offset
      const lines = run.shop.readBulkLines(outcome, { offset, batchLines: run.batchLines })
      try {
        for await (const batch of oneAhead(parsed(lines, parse))) await write(batch, outcome)
        return true
      } catch (error) {
        if (!isShopifyFault(error, 'result_gone')) throw error
      }
    }
    if (!(await startAnew(run, stream.name))) return false
  }
  return false
}

async function waitForBulk(run: SyncRun, stream: BulkStream): Promise<BulkOperation | 'gone' | 'failed'> {
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    const operation = await run.shop.getBulk(bulkCursor(run, stream).operation ?? '')
    if (!operation || operation.status === 'EXPIRED') return 'gone'
    if (operation.status === 'COMPLETED') return operation
    if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return 'failed'
    if (stream === 'orders') await noteExpected(run, operation.rootObjectCount)
    await sleep(pause, undefined, { signal: run.signal })
  }
}

async function noteExpected(run: SyncRun, orders: number): Promise<void> {
  if (orders <= (run.progress.expectedOrders ?? 0)) return
  await commitStep(run, async () => ({ expectedOrders: orders }))
}

async function startAnew(run: SyncRun, stream: BulkStream): Promise<boolean> {
  const { restarts } = bulkCursor(run, stream)
  if (restarts === MOST_RESTARTS) return false
  const counts = stream === 'orders' ? { orders: 0, orderLines: 0 } : { products: 0, variants: 0 }
  const next: BulkCursor = { ...NOT_STARTED, restarts: restarts + 1 }
  await commitStep(run, async () => ({ ...counts, cursor: { ...cursorOf(run), [stream]: next } }))
  return true
}

function bulkCursor(run: SyncRun, stream: BulkStream): BulkCursor {
  const cursor = cursorOf(run)[stream]
  if (cursor.source !== 'bulk') throw new Error(`${stream} is read page by page`)
  return cursor
}

async function* parsed<T>(
  batches: AsyncGenerator<LineBatch>,
  parse: (lines: readonly string[]) => T,
): AsyncGenerator<ParsedBatch<T>> {
  for await (const { lines, nextOffset } of batches) yield { records: parse(lines), nextOffset }
}

async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const fetchNext = () => {
    const next = source.next()
    // Handled below; without this, a failure while the consumer still writes would count as unhandled.
    next.catch(() => undefined)
    return next
  }
  try {
    for (let pending = fetchNext(); ; ) {
      const result = await pending
      if (result.done) return
      pending = fetchNext()
      yield result.value
    }
  } finally {
    await source.return(undefined)
  }
}
