import type pg from 'pg'
import { AppError } from '../errors.ts'

const BASELINE = '0001_baseline.sql'
/** The last of the migrations before version 0.1.0, which together made the same tables as the baseline. */
const LAST_FORMER = '0095_count_what_was_received.sql'

/**
 * Returns the migrations of a database or a backup in order, with the baseline in the place of those before version
 * 0.1.0. Refuses these without their last.
 */
export function withBaseline(names: readonly string[], of: 'database' | 'backup'): string[] {
  if (names.includes(BASELINE)) return names.toSorted()
  if (!names.includes(LAST_FORMER)) {
    throw new AppError(
      'precondition_failed',
      `The ${of} is from before version 0.1.0 and lacks ${LAST_FORMER}. Upgrade it with the last program that has this migration, then try again.`,
    )
  }
  return [BASELINE, ...names.filter((name) => name > LAST_FORMER).toSorted()]
}

/** Notes the baseline in the place of the former migrations. Programs that know these are no longer ready. */
export async function adoptFormer(client: pg.Client): Promise<void> {
  await client.query(
    `with former as (delete from schema_migrations where name <= $1)
    insert into schema_migrations (name, needs) values ($2, $2)`,
    [LAST_FORMER, BASELINE],
  )
}
