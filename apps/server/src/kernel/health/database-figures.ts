import type { Kernel } from '../kernel.ts'
import {
  type DueFigures,
  limitStatements,
  listQueueFigures,
  type QueueFigure,
  readDueFigures,
} from './figure-queries.ts'
import { type KeepTimes, keepFor } from './keep-for.ts'
import { countClosings, listMailFailures } from './queries.ts'

const TIMES: KeepTimes = { keepMs: 15_000, deadlineMs: 2000 }

export interface DatabaseFigures {
  queues: readonly QueueFigure[]
  due: DueFigures
  closings: number
  mailFailures: readonly { kind: string; outcome: string; count: number }[]
}

/**
 * Returns what reads the figures of the whole installation: at most once in 15 seconds, and null when the database does
 * not answer in two.
 */
export function createDatabaseFigures(
  { clock, db, log }: Pick<Kernel, 'clock' | 'db' | 'log'>,
  times = TIMES,
): () => Promise<DatabaseFigures | null> {
  const read = () =>
    db.inDirectory(async (tx) => {
      await limitStatements(tx, times.deadlineMs)
      return {
        queues: await listQueueFigures(tx),
        due: await readDueFigures(tx, clock.now()),
        closings: await countClosings(tx),
        mailFailures: await listMailFailures(tx),
      }
    })
  return keepFor(times, read, (error) => log.warn({ err: error }, 'figures not read'))
}
