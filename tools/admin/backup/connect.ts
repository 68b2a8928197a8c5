import { Client } from 'pg'
import { Problem } from '../../problem.ts'

const DEADLINE_MS = 10_000
/** Every version of PostgreSQL then reads and writes the same text, and the time limits of the role are off. */
const SETTINGS = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO'`,
  `set intervalstyle = 'postgres'`,
  'set extra_float_digits = 1',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  // A setting since PostgreSQL 17.
  `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`,
]

/** Runs `work` with one connection on which statements have no time limit. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: DEADLINE_MS,
    application_name: 'stockcast-admin',
  })
  // A broken connection fails the statement that runs; an unhandled event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const reason = (error as Error).message || (error as { code?: string }).code
    throw new Problem(`The database does not answer (${reason}): check its address and whether it runs.`, {
      cause: error,
    })
  }
  try {
    for (const setting of SETTINGS) await client.query(setting)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
