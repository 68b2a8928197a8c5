import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadStep } from '../../kernel/connector/connector.ts'
import { isStoreFault } from '../../kernel/connector/store-error.ts'
import type { BulkOperation, LineBatch, ShopClient } from './client/index.ts'
import { type BulkPosition, NOT_STARTED } from './positions.ts'

const MAX_RESTARTS = 2
const FIRST_POLL_MS = 150
const LONGEST_POLL_MS = 5000

/** What to read by a bulk operation, and how to turn lines of its result into rows. */
export interface BulkSource<Listed, Rows> {
  query: string
  parse: (lines: readonly string[]) => Listed
  complete: (listed: Listed, operation: BulkOperation) => Promise<Pick<ReadStep<Rows>, 'rows' | 'readUntil'>>
  /** Whether to report how many rows the operation has found so far. */
  reportsExpected?: boolean
}

interface BulkFrom {
  position: BulkPosition
  signal: AbortSignal
  batchLines: number
}

/** Starts the bulk operation unless that was done. Returns null if bulk is unavailable. */
export async function ensureBulkStarted(
  client: ShopClient,
  query: string,
  position: BulkPosition,
): Promise<BulkPosition | null> {
  if (position.operation !== null) return position
  const operation = await client.startBulk(query)
  return operation === null ? null : { ...position, operation }
}

/**
 * Yields the rows of a bulk result from a position on. While the caller stores a batch, the next one is
 * fetched and parsed. Returns false when the rest must be read page by page.
 */
export async function* readInBulk<Listed, Rows>(
  client: ShopClient,
  source: BulkSource<Listed, Rows>,
  { signal, batchLines, ...from }: BulkFrom,
): AsyncGenerator<ReadStep<Rows>, boolean> {
  let position = from.position
  for (;;) {
    const started = await ensureBulkStarted(client, source.query, position)
    if (started === null) return false
    if (started !== position) yield { position: started }
    position = started
    const operation = yield* waitForBulk<Rows>(client, {
      position,
      signal,
      isReported: source.reportsExpected,
    })
    if (operation === 'failed') return false
    if (operation !== 'gone') {
      try {
        const lines = client.readBulkLines(operation, { offset: position.offset, batchLines })
        for await (const { listed, nextOffset } of oneAhead(parsed(lines, source.parse))) {
          position = { ...position, offset: nextOffset }
          yield { position, ...(await source.complete(listed, operation)) }
        }
        return true
      } catch (error) {
        if (!isStoreFault(error, 'result_gone')) throw error
      }
    }
    if (position.restarts === MAX_RESTARTS) return false
    position = { ...NOT_STARTED, restarts: position.restarts + 1 }
    yield { position, restarts: 'bulk' }
  }
}

async function* waitForBulk<Rows>(
  client: ShopClient,
  of: { position: BulkPosition; signal: AbortSignal; isReported: boolean | undefined },
): AsyncGenerator<ReadStep<Rows>, BulkOperation | 'gone' | 'failed'> {
  const { position, signal, isReported } = of
  let expected = 0
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    const operation = await client.getBulk(position.operation ?? '')
    if (!operation || operation.status === 'EXPIRED') return 'gone'
    if (operation.status === 'COMPLETED') return operation
    if (operation.status !== 'CREATED' && operation.status !== 'RUNNING') return 'failed'
    if (isReported && operation.rootObjectCount > expected) {
      expected = operation.rootObjectCount
      yield { position, expected }
    }
    await sleep(pause, undefined, { signal })
  }
}

interface ParsedBatch<Listed> {
  listed: Listed
  nextOffset: number
}

async function* parsed<Listed>(
  batches: AsyncGenerator<LineBatch>,
  parse: (lines: readonly string[]) => Listed,
): AsyncGenerator<ParsedBatch<Listed>> {
  for await (const { lines, nextOffset } of batches) yield { listed: parse(lines), nextOffset }
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
