import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../launch/database.ts'
import type { SteppedClock } from './stepped-clock.ts'

const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100
const DRAIN_TURNS = 200
const DRAIN_EVERY_MS = 1500

/** Waits until this number of merchants have forecasts. */
export function untilForecast(database: Database, merchants: number): Promise<void> {
  const text = 'select count(*)::int as count from merchants where forecast_as_of is not null'
  return untilSo('the forecasts were not made in time', async () => {
    const [done] = await database.rows<{ count: number }>(text)
    return done?.count === merchants
  })
}

/** Waits until this number of notifications were written and all due messages sent. */
export function untilSent(database: Database, clock: SteppedClock, notifications: number): Promise<void> {
  const text = `select count(*)::int as notices,
    (count(*) filter (where status = 'waiting' and due_at <= $1))::int +
    (select count(*) from deliveries where status in ('queued', 'sending', 'retrying') and next_at <= $1)::int as due
    from pending_notifications`
  return untilSo('what was due was not sent in time', async () => {
    const [found] = await database.rows<{ notifications: number; due: number }>(text, [clock.now()])
    return found?.notifications === notifications && found.due === 0
  })
}

/** Moves the clock until nothing waits; after five SMS in a day, further ones are sent the next day. */
export async function drain(database: Database, clock: SteppedClock): Promise<void> {
  for (let turn = 0; turn < DRAIN_TURNS; turn++) {
    const [open] = await database.rows<{ count: number }>(
      `select count(*)::int as count from pending_notifications where status in ('waiting', 'assigned')`,
    )
    if (open?.count === 0) return
    await clock.advance(turn < 20 ? 20 : 240)
    await sleep(DRAIN_EVERY_MS)
  }
}

async function untilSo(fault: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(fault)
    await sleep(LOOK_EVERY_MS)
  }
}
