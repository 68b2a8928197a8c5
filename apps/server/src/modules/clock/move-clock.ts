import type { Kernel } from '../../kernel.ts'
import { storeClockOffset } from './queries.ts'

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
