import { PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '../database/migrate-job-tables.ts'

const MAX_AT_ONCE = 1000

/** Sends the jobs that failed for good to their queue again, and returns how many were sent. */
export async function retryDeadJobs(databaseUrl: string, queue: string): Promise<number> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: JOB_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
    application_name: 'stockcast-admin',
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    let total = 0
    for (let sent = MAX_AT_ONCE; sent === MAX_AT_ONCE; total += sent) {
      sent = await boss.redrive(`${queue}-dead`, { destination: queue, limit: MAX_AT_ONCE })
    }
    return total
  } finally {
    await boss.stop({ graceful: false })
  }
}
