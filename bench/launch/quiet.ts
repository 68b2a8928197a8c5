import type { Database } from './database.ts'
import { insist } from './figures.ts'
import type { Store } from './merchant.ts'
import type { Services } from './services.ts'

const LOOK_EVERY_MS = 250
const PATIENCE_MS = 15 * 60_000
/** Longer than the sandbox's first pause before it repeats a delivery. */
const REPEAT_MINUTES = 2
const REPEAT_AFTER_LOOKS = 20
const TRIES = 5

/** Waits until no delivery and no job of this store is left. The clock advances, so that the sandbox repeats what was refused. */
export async function untilQuiet({ database, sandbox }: Services, store: Store): Promise<void> {
  let looks = 0
  const look = async () => {
    const pending = await sandbox.pendingDeliveries(store.shop)
    const open = await openWork(database, store.merchantId)
    if (pending > 0 && ++looks % REPEAT_AFTER_LOOKS === 0) await sandbox.advance(REPEAT_MINUTES)
    if (pending > 0 || open.length > 0)
      throw new Error(`not quiet after 15 minutes: ${pending} deliveries, ${open.join(', ')}`)
  }
  await insist(look, PATIENCE_MS, LOOK_EVERY_MS)
}

/** Returns open work: deliveries that are not applied, and jobs of this merchant. */
async function openWork(database: Database, merchantId: number): Promise<string[]> {
  const found = await database.rows<{ what: string }>(
    `select 'inbox ' || status || ' ' || count(*) as what from webhook_inbox
     where merchant_id = $1 and status <> 'applied' group by status
     union all
     select name || ' ' || state || ' ' || count(*) from jobs.job
     where state in ('created', 'active', 'retry') and name not like '%-dead' and (data ->> 'merchantId')::bigint = $1 group by name, state`,
    [merchantId],
  )
  return found.map((row) => row.what)
}

/** Compares the product with this store once more, and returns the run. */
export async function compareAgain({ database, sandbox }: Services, { merchantId }: Store) {
  const newest =
    'select id, kind, differences from reconcile_runs where merchant_id = $1 order by id desc limit 1'
  const lastRun = async () =>
    (await database.rows<{ id: string; kind: string; differences: object }>(newest, [merchantId]))[0]
  const before = await lastRun()
  const newRun = async () => {
    const run = await lastRun()
    if (run === undefined || run.id === before?.id) throw new Error('no comparison was made')
    return run
  }
  for (let tries = 1; ; tries++) {
    // What is due is taken when the clock moves; a refused comparison is asked for again.
    await database.rows(`update due_times set due_at = to_timestamp(0) where kind = 'comparison'`)
    await sandbox.advance(1)
    const run = await insist(newRun).catch((error) => {
      if (tries === TRIES) throw error
    })
    if (run) return run
  }
}
