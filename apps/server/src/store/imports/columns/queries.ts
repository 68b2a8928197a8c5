import type { FileKind } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { ColumnChoices } from './head-hash.ts'

type Key = { merchantId: number; kind: FileKind }

export async function listColumnChoices(tx: Tx, { merchantId, kind }: Key): Promise<ColumnChoices> {
  const rows = await tx
    .selectFrom('column_choices')
    .select(['head_hash', 'fields'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ head_hash, fields }) => [head_hash, fields.map((field) => field || null)]))
}

/** Stores a choice in place of the one before, and keeps the latest ones. */
export async function upsertColumnChoice(
  tx: Tx,
  args: Key & { headHash: string; fields: readonly (string | null)[]; at: Date; kept: number },
): Promise<void> {
  const { merchantId, kind, headHash, at, kept } = args
  const fields = args.fields.map((field) => field ?? '')
  await sql`
    insert into column_choices (merchant_id, kind, head_hash, fields, chosen_at)
    values (${merchantId}, ${kind}, ${headHash}, ${fields}::text[], ${at})
    on conflict (merchant_id, kind, head_hash) do update set fields = excluded.fields, chosen_at = excluded.chosen_at
  `.execute(tx)
  await sql`
    delete from column_choices
    where merchant_id = ${merchantId} and (kind, head_hash) in (
      select kind, head_hash from column_choices where merchant_id = ${merchantId}
      order by chosen_at desc, kind, head_hash offset ${kept})
  `.execute(tx)
}
