import { MINUTE_MS } from '@stockcast/contract'
import type { MerchantKey, Tx } from '../database/app-database.ts'
import type { Kernel } from '../kernel.ts'
import { type DueKind, longestWaitMs } from './due-kinds.ts'
import { type DueWork, setDueNowIfAfter, takeDue } from './queries.ts'

const PAGE = 1000
/** The clocks of two processes may differ, and time passes between reading a clock and the commit. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

/**
 * Takes all work of a kind that is due, in pages, and has `send` queue it. A page is one transaction: after a
 * kill either all of it is queued or it is still due. The work is due again after `leaseMs`, unless its job sets
 * another time, so a job that is lost is sent again. Several workers may call it at the same time: each
 * takes different work. Returns how many pieces of work it took.
 */
export async function sendDue(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  args: { kind: DueKind; leaseMs: number; send: (tx: Tx, work: DueWork[]) => Promise<void> },
): Promise<number> {
  const { kind, leaseMs, send } = args
  const now = kernel.clock.now()
  const againAt = new Date(now.getTime() + leaseMs)
  await makeDueIfTooFarAhead(kernel, kind, now)
  for (let total = 0; ; ) {
    const { work, isMore } = await kernel.db.inDirectory(async (tx) => {
      const page = await takeDue(tx, { kind, now, againAt, limit: PAGE })
      if (page.work.length > 0) await send(tx, page.work)
      return page
    })
    total += work.length
    if (!isMore) return total
  }
}

/** Returns the job of a task whose payload is a merchant's number alone. */
export function jobOf({ merchantId }: MerchantKey) {
  return { data: { merchantId } }
}

/** Makes work due that is too far ahead because it was set by a clock that has been moved back since. */
async function makeDueIfTooFarAhead({ db }: Pick<Kernel, 'db'>, kind: DueKind, now: Date): Promise<void> {
  const wait = longestWaitMs[kind]
  if (wait === null) return
  const latest = new Date(now.getTime() + wait + CLOCK_DIFFERENCE_MS)
  await db.inDirectory((tx) => setDueNowIfAfter(tx, { kind, now, latest }))
}
