import { createHash } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { turnFunctions } from './turn-functions.ts'

export const JOB_SCHEMA = 'jobs'

/** The channel on which pg-boss announces the queue of each new job that is due. */
export const JOB_CHANNEL = `pgboss_${createHash('sha224').update(JOB_SCHEMA).digest('hex').slice(0, 24)}`

const grants = `
  grant usage on schema ${JOB_SCHEMA} to stockcast_app;
  grant select, insert, update, delete, references on all tables in schema ${JOB_SCHEMA} to stockcast_app;
  grant usage, select, update on all sequences in schema ${JOB_SCHEMA} to stockcast_app;
  grant execute on all functions in schema ${JOB_SCHEMA} to stockcast_app;`

/** They find the running jobs, which are few among the ended ones that are kept, and the last turn of an owner. */
const indexes = `
  do $$ begin
    if to_regclass('${JOB_SCHEMA}.running_jobs') is null then
      create index running_jobs on ${JOB_SCHEMA}.job_common (name, heartbeat_on) where state = 'active';
    end if;
    if to_regclass('${JOB_SCHEMA}.waiting_turns') is null then
      create index waiting_turns on ${JOB_SCHEMA}.job_common (name, group_id, priority) where state < 'active';
    end if;
  end $$;`

/** Creates or upgrades the queue's own tables as the owner and grants the app's role access to them. */
export async function migrateJobTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOB_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(turnFunctions(JOB_SCHEMA, JOB_CHANNEL) + grants + indexes)
  } finally {
    await client.end()
  }
}
