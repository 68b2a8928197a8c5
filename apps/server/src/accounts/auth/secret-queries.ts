import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * Returns a text that the auth library encrypted before it put the version of the secret in front. A private
 * key is in JSON.
 */
export async function findBareSecretText(directory: Kysely<Tables>): Promise<string | undefined> {
  const found = await sql<{ text: string }>`
    select text from (
      select private_key::jsonb #>> '{}' as text from auth_jwks
      union all
      select secret from auth_two_factors
    ) as encrypted
    where text not like '$ba$%' limit 1
  `.execute(directory)
  return found.rows[0]?.text
}

/** A text that the auth library encrypted, with its table, column and row. */
export interface EncryptedText {
  table: 'auth_jwks' | 'auth_two_factors'
  column: 'private_key' | 'secret' | 'backup_codes'
  id: string
  text: string
}

export async function listEncryptedTexts(directory: Kysely<Tables>): Promise<EncryptedText[]> {
  const found = await sql<EncryptedText>`
    select 'auth_jwks' as table, 'private_key' as column, id::text, private_key as text from auth_jwks
    union all
    select 'auth_two_factors', 'secret', id::text, secret from auth_two_factors
    union all
    select 'auth_two_factors', 'backup_codes', id::text, backup_codes from auth_two_factors
  `.execute(directory)
  return found.rows
}

/** Replaces the text; false when it was changed meanwhile, such as by the use of a backup code. */
export async function replaceEncryptedText(
  directory: Kysely<Tables>,
  from: EncryptedText,
  to: string,
): Promise<boolean> {
  const [table, column] = [sql.table(from.table), sql.ref(from.column)]
  const done = await sql`
    update ${table} set ${column} = ${to} where id::text = ${from.id} and ${column} = ${from.text}
  `.execute(directory)
  return done.numAffectedRows === 1n
}
