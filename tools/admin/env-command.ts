import { listVariables } from '../../apps/server/src/operator/index.ts'
import { type Command, readOptions } from './command.ts'
import { tableText } from './table-text.ts'

/** Variables of the launcher, which the server does not read. */
export const launcherVariables = [
  {
    name: 'DATABASE_OWNER_URL',
    meaning: 'your PostgreSQL as role stockcast_owner and without a pooler, for migrations and backups',
    default: null,
    values: null,
  },
  { name: 'SANDBOX_PORT', meaning: 'port of the sandbox', default: '3001', values: '1 to 65535' },
]

export const envCommand: Command = {
  usage: '',
  does: 'lists the variables of the environment, their defaults, and which are set; shows no values',
  run: async (args, config) => {
    readOptions(args, {})
    const variables = [...listVariables(), ...launcherVariables]
      .map((each) => ({ ...each, isSet: Boolean(config.env[each.name]?.trim()) }))
      .toSorted((a, b) => a.name.localeCompare(b.name))
    const rows = variables.map((each) => [
      each.name,
      each.isSet ? 'set' : '-',
      each.default ?? '-',
      each.values ?? '-',
      each.meaning,
    ])
    return { text: tableText(['variable', 'here', 'default', 'values', 'meaning'], rows), json: variables }
  },
}
