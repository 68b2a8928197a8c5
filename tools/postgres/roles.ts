import { Client } from 'pg'
import { type DatabaseAddress, databaseUrl } from './address.ts'

export const SUPERUSER = 'postgres'
export const OWNER = 'stockcast_owner'
export const APP = 'stockcast_app'

/** Creates the two roles and `database`, owned by the first, unless they exist. */
export async function createRolesAndDatabase(address: DatabaseAddress, database: string): Promise<void> {
  const { password } = address
  const passwords = password === undefined ? {} : { [OWNER]: password, [APP]: password }
  await prepareDatabase(databaseUrl(address, SUPERUSER, 'postgres'), { database, passwords })
}

/** Does the same as the superuser of `superuserUrl`; a role without a password in `passwords` keeps its own. */
export async function prepareDatabase(
  superuserUrl: string,
  { database, passwords }: { database: string; passwords: Readonly<Record<string, string>> },
): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    for (const role of [OWNER, APP]) {
      const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = known.rowCount ? 'alter' : 'create'
      const password = passwords[role] ? `password ${client.escapeLiteral(passwords[role])}` : ''
      await client.query(
        `${verb} role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication ${password}`,
      )
    }
    const known = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!known.rowCount)
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}
