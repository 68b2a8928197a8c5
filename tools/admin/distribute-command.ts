import { distribute } from '../../apps/server/src/operator/index.ts'
import { Problem } from '../problem.ts'
import { type Command, readOptions } from './command.ts'
import { withDatabase } from './installation.ts'

export const distributeCommand: Command = {
  usage: '',
  does: 'spreads the rows of merchants over the nodes of a Citus cluster, after each migration; can be repeated',
  run: async (args, config) => {
    readOptions(args, {})
    if (config.databaseUrl === undefined) {
      throw new Problem(
        'The embedded database is plain PostgreSQL: set DATABASE_URL and DATABASE_OWNER_URL to the coordinator of a cluster.',
      )
    }
    const { distributed } = await withDatabase(config, ({ ownerUrl }) => distribute(ownerUrl))
    const text =
      distributed.length === 0
        ? 'Every table is distributed already.'
        : `Distributed ${distributed.length} tables: ${distributed.join(', ')}.`
    return { text, json: { distributed } }
  },
}
