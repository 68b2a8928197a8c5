import type { LongRead, OrderRange, ReadStep } from '../../kernel/connector/connector.ts'
import { commitStep, type Progress, type SyncRun, toCursor } from './sync-run.ts'

type Stream = 'catalogue' | 'orders'

/** Asks the store to prepare a read, and stores where it continues. */
export async function prepareRead<Rows>(run: SyncRun, stream: Stream, read: LongRead<Rows>): Promise<void> {
  const position = toCursor(run)[stream]
  const prepared = await read.prepare(position)
  if (prepared !== position)
    await commitStep(run, async () => ({ cursor: cursorWith(run, stream, prepared) }))
}

/** Returns the steps of a read from where the run stands. */
export function getSteps<Rows>(
  run: SyncRun,
  stream: Stream,
  read: LongRead<Rows>,
): AsyncIterable<ReadStep<Rows>> {
  return read.steps({ position: toCursor(run)[stream], signal: run.signal, ...run.limits })
}

export function cursorWith(run: SyncRun, stream: Stream, position: ReadStep<unknown>['position']) {
  return { ...toCursor(run), [stream]: position }
}

/** Returns how the run reads from now on; a run that once read pages counts as one that reads pages. */
export function getMethod({ restarts }: ReadStep<unknown>): Pick<Progress, 'method'> | undefined {
  return restarts === 'paged' ? { method: 'paged' } : undefined
}

/** Returns the orders that the run reads. */
export function orderRange(run: SyncRun): OrderRange {
  const { ordersWanted, ordersSince } = toCursor(run)
  return { by: ordersWanted === 'history' ? 'created' : 'changed', since: new Date(ordersSince) }
}
