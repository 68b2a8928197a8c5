import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { CLOCK_CHANNEL } from '../live/live-events.ts'

export async function findClockOffset(directory: Kysely<Tables>): Promise<number> {
  const row = await directory.selectFrom('clock_offset').select('offset_ms').executeTakeFirst()
  return row?.offset_ms ?? 0
}

/** Stores the offset and notifies every process in one statement, so that both happen or neither. */
export async function storeClockOffset(directory: Kysely<Tables>, offsetMs: number): Promise<void> {
  await sql`
    with moved as (
      insert into clock_offset (offset_ms) values (${offsetMs})
      on conflict (only_row) do update set offset_ms = excluded.offset_ms
      returning offset_ms
    )
    select pg_notify(${CLOCK_CHANNEL}, moved.offset_ms::text) from moved
  `.execute(directory)
}
