import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import type { Sandbox } from './sandbox.ts'

export interface Store {
  merchantId: number
  shop: string
}

const LOOK_EVERY_MS = 250
const PATIENCE_MS = 15 * 60_000
/** Longer than the sandbox's first pause before it repeats a delivery. */
const REPEAT_MINUTES = 2
const REPEAT_AFTER_LOOKS = 20

/**
 * Waits until no delivery is pending and no job of this store is left. Returns the seconds. The clock
 * advances, so that the sandbox repeats refused deliveries and the product compares with the store.
 */
export async function untilQuiet(
  context: { sandbox: Sandbox; database: Database },
  store: Store,
  clock: 'goes on' | 'stands' = 'goes on',
) {
  const start = performance.now()
  for (let look = 1; ; look++) {
    const pending = await context.sandbox.pendingDeliveries(store.shop)
    const open = await openWork(context.database, store.merchantId)
    if (pending === 0 && open.length === 0) return (performance.now() - start) / 1000
    if (performance.now() - start > PATIENCE_MS) {
      throw new Error(`not quiet after 15 minutes: ${pending} deliveries, ${open.join(', ')}`)
    }
    if (clock === 'goes on' && pending > 0 && look % REPEAT_AFTER_LOOKS === 0)
      await context.sandbox.advance(REPEAT_MINUTES)
    await sleep(LOOK_EVERY_MS)
  }
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

/** Stops the regular comparisons; moving the clock still triggers those that are due. */
export async function stopComparing(database: Database): Promise<void> {
  await database.rows(`delete from jobs.schedule where name = 'schedule-reconcile'`)
}

/** Counts the syncs and comparisons of a store so far. */
export async function countRuns(database: Database, merchantId: number): Promise<number> {
  const [row] = await database.rows<{ runs: number }>(
    `select ((select count(*) from sync_runs where merchant_id = $1) +
             (select count(*) from reconcile_runs where merchant_id = $1))::int as runs`,
    [merchantId],
  )
  return row?.runs ?? 0
}

interface ReconcileRun {
  id: string
  kind: string
  differences: object
}

/** Triggers another comparison with the store. */
export async function reconcileNow(
  context: { sandbox: Sandbox; database: Database },
  store: Store,
): Promise<ReconcileRun> {
  const [run] = await reconcileAll(context, [store])
  return run!
}

/** Triggers the comparison of every store: makes them due, and moves the clock, after which due work is taken. */
export async function compareNow(context: { sandbox: Sandbox; database: Database }): Promise<void> {
  await context.database.rows(`update due_times set due_at = to_timestamp(0) where kind = 'comparison'`)
  await context.sandbox.advance(1)
}

/** Triggers comparisons of several stores at once. */
export async function reconcileAll(
  context: { sandbox: Sandbox; database: Database },
  stores: readonly Store[],
): Promise<ReconcileRun[]> {
  const lastOf = ({ merchantId }: Store) => lastReconcile(context.database, merchantId)
  const before = await Promise.all(stores.map(lastOf))
  const until = performance.now() + PATIENCE_MS
  await compareNow(context)
  for (let look = 1; performance.now() < until; look++) {
    const runs = await Promise.all(stores.map(lastOf))
    const made = runs.filter((run, at) => run !== undefined && run.id !== before[at]?.id)
    if (made.length === stores.length) return made as ReconcileRun[]
    await sleep(LOOK_EVERY_MS)
    // A refused comparison is requested again, unless one is already running.
    if (look % 240 === 0 && !(await isComparing(context.database, stores))) await compareNow(context)
  }
  throw new Error('no comparison was made within 15 minutes')
}

async function isComparing(database: Database, stores: readonly Store[]): Promise<boolean> {
  const open = await Promise.all(stores.map(({ merchantId }) => openWork(database, merchantId)))
  return open.flat().some((work) => work.startsWith('reconcile-shop'))
}

async function lastReconcile(database: Database, merchantId: number): Promise<ReconcileRun | undefined> {
  const [row] = await database.rows<ReconcileRun>(
    'select id, kind, differences from reconcile_runs where merchant_id = $1 order by id desc limit 1',
    [merchantId],
  )
  return row
}
