import { MINUTE_MS } from '@stockcast/contract'
import type { Tx } from '../database/app-database.ts'
import type { Kernel } from '../kernel.ts'
import { type DueKind, longestWaitMs } from './due-kinds.ts'
import { pullBack, type Taken, takeDue } from './queries.ts'

const PAGE = 1000
/** Processes, and the parts of a transaction, do not read the clock at the same moment. */
const SLACK_MS = MINUTE_MS

/**
 * Takes all work of a kind that is due, in pages, and has `send` queue it. A page is one transaction: after a
 * kill either all of it is queued or it is still due. The work is due again after `leaseMs`, unless it sets
 * another time itself; so a job that is lost is sent again. Several workers may call it at the same time: each
 * takes other work. Returns how much it took.
 */
export async function sendDue(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  {
    kind,
    leaseMs,
    send,
  }: { kind: DueKind; leaseMs: number; send: (tx: Tx, taken: Taken[]) => Promise<void> },
): Promise<number> {
  const now = kernel.clock.now()
  const againAt = new Date(now.getTime() + leaseMs)
  await undoFutureClock(kernel, kind, now)
  for (let total = 0; ; ) {
    const taken = await kernel.db.inDirectory(async (tx) => {
      const page = await takeDue(tx, { kind, now, againAt, limit: PAGE })
      if (page.length > 0) await send(tx, page)
      return page.length
    })
    total += taken
    if (taken === 0) return total
  }
}

/** Makes due what a clock that has been moved back since has set too far ahead. */
async function undoFutureClock({ db }: Pick<Kernel, 'db'>, kind: DueKind, now: Date): Promise<void> {
  const wait = longestWaitMs[kind]
  if (wait === null) return
  const latest = new Date(now.getTime() + wait + SLACK_MS)
  await db.inDirectory((tx) => pullBack(tx, { kind, now, latest }))
}
