import { retryDeadJobs } from '../kernel/jobs/retry-dead-jobs.ts'
import { listQueues, type QueueState } from './queries.ts'
import { withDatabase } from './with-database.ts'

export function readQueues(databaseUrl: string): Promise<QueueState[]> {
  return withDatabase(databaseUrl, ({ directory }) => listQueues(directory))
}

/** Sends the jobs that failed for good again, of one queue or of all. Returns how many of each queue. */
export async function retryDead(databaseUrl: string, queue?: string): Promise<Record<string, number>> {
  const dead = (await readQueues(databaseUrl)).filter((each) => each.dead > 0)
  const sent: Record<string, number> = {}
  for (const { name } of dead) {
    if (queue === undefined || queue === name) sent[name] = await retryDeadJobs(databaseUrl, name)
  }
  return sent
}
