import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { AppDatabase } from '../database/app-database.ts'
import type { Kernel } from '../kernel.ts'
import type { Log } from '../log.ts'
import { findClockOffset, storeClockOffset } from './queries.ts'

const DEADLINE_MS = 2000
const answerSchema = z.object({ offsetMs: z.number().int() })

/**
 * Returns the clock's offset at start: the sandbox's, or else the stored one. Without a sandbox the clock is
 * never moved.
 */
export async function readClockOffset(args: {
  config: Pick<Config, 'sandbox' | 'isProduction'>
  db: Pick<AppDatabase, 'directory'>
  log: Log
}): Promise<number> {
  const { config, db, log } = args
  if (config.sandbox === null || config.isProduction) return 0
  const stored = await findClockOffset(db.directory)
  try {
    const answer = await fetch(`${config.sandbox.url}/api/clock`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const { offsetMs } = answerSchema.parse(await answer.json())
    if (offsetMs !== stored) await storeClockOffset(db.directory, offsetMs)
    return offsetMs
  } catch (error) {
    log.info({ err: error }, 'could not read the sandbox clock; using the stored offset')
    return stored
  }
}

/** Moves the clock of every process and starts the work that became due. */
export async function moveClock(
  kernel: Pick<Kernel, 'db' | 'clock' | 'log'>,
  offsetMs: number,
  onClockMoved: () => Promise<void>,
): Promise<void> {
  await storeClockOffset(kernel.db.directory, offsetMs)
  kernel.clock.setOffset(offsetMs)
  kernel.log.info({ offsetMs }, 'clock moved')
  await onClockMoved()
}
