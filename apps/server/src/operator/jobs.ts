import { retryDeadJobs } from '../jobs/retry-dead-jobs.ts'
import { listQueues, type QueueState } from './queries.ts'
import { withDirectory } from './with-directory.ts'

export function readQueues(databaseUrl: string): Promise<QueueState[]> {
  return withDirectory(databaseUrl, ({ directory }) => listQueues(directory))
}

/** Sends the dead jobs of one queue, or of all, again. Returns how many of each queue. */
export async function retryDead(databaseUrl: string, queue?: string): Promise<Record<string, number>> {
  const dead = (await readQueues(databaseUrl)).filter((each) => each.dead > 0)
  const sent: Record<string, number> = {}
  for (const { name } of dead) {
    if (queue === undefined || queue === name) sent[name] = await retryDeadJobs(databaseUrl, name)
  }
  return sent
}
