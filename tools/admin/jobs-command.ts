import { readQueues, retryDead } from '../../apps/server/src/operator/index.ts'
import { Problem } from '../problem.ts'
import { type Command, type Outcome, readOptions } from './command.ts'
import { withDatabase } from './installation.ts'
import { tableText } from './table-text.ts'

export const jobsCommand: Command = {
  usage: '[retry [QUEUE]]',
  does: 'shows what waits, what is oldest and what failed for good; retry sends failed jobs again',
  run: async (args, config) => {
    const { positionals } = readOptions(args, {}, true)
    const [verb, queue, ...rest] = positionals
    if ((verb !== undefined && verb !== 'retry') || rest.length > 0) {
      throw new Problem('Say `jobs`, `jobs retry` or `jobs retry QUEUE`.')
    }
    return withDatabase(config, ({ appUrl }) => (verb === undefined ? show(appUrl) : retry(appUrl, queue)))
  },
}

async function show(appUrl: string): Promise<Outcome> {
  const queues = await readQueues(appUrl)
  if (queues.length === 0) return { text: 'No job waits, and none failed for good.', json: queues }
  const rows = queues.map((each) => [
    each.name,
    `${each.waiting}`,
    `${each.oldestSeconds} s`,
    `${each.running}`,
    `${each.later}`,
    `${each.dead}`,
  ])
  const lines = tableText(['queue', 'waiting', 'oldest', 'running', 'later', 'dead'], rows)
  const hasDead = queues.some(({ dead }) => dead > 0)
  const hint = hasDead
    ? '\nSend dead jobs again once their cause is repaired: `npm run -s admin -- jobs retry`.'
    : ''
  return { text: `${lines}${hint}`, json: queues }
}

async function retry(appUrl: string, queue: string | undefined): Promise<Outcome> {
  const sent = await retryDead(appUrl, queue)
  const counts = Object.entries(sent)
  const nothing = queue === undefined ? 'No job failed for good.' : `No job of ${queue} failed for good.`
  const text = counts.map(([name, count]) => `${name}: ${count} sent again`).join('\n')
  return { text: text || nothing, json: sent }
}
