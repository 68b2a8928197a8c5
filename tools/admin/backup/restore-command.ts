import path from 'node:path'
import { type Command, readOptions, requireOption } from '../command.ts'
import { askPassphrase } from '../passphrase.ts'
import { speedText } from '../sizes.ts'
import { dropFormer, type Restored, restore } from './restore.ts'

export const restoreCommand: Command = {
  usage: '--from FILE [--replace] [--passphrase-file FILE] | --drop-former',
  does: 'restores a backup into an empty installation; --replace also replaces one with accounts',
  run: async (args, config) => {
    const { values } = readOptions(args, {
      from: { type: 'string' },
      replace: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      'drop-former': { type: 'boolean' },
    })
    if (values['drop-former'] === true) {
      await dropFormer(config)
      return { text: 'The former database is deleted.', json: { droppedFormer: true } }
    }
    const file = path.resolve(requireOption(values.from, 'Name the backup with --from.'))
    const restored = await restore({
      config,
      file,
      passphrase: () => askPassphrase(values['passphrase-file'], 'Passphrase of the backup: '),
      replaces: values.replace === true,
    })
    return { text: toText(restored), json: getSummary(restored) }
  },
}

function getSummary({ manifest, end, secrets, keepsFormer, seconds }: Restored) {
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0)
  const tables = manifest.tables.length
  return {
    createdAt: manifest.createdAt,
    tables,
    rows,
    databaseBytes: end.databaseBytes,
    seconds,
    secrets,
    keepsFormer,
  }
}

function toText(restored: Restored): string {
  const { createdAt, tables, rows, databaseBytes, seconds, secrets, keepsFormer } = getSummary(restored)
  const lines = [
    `Restored ${rows} rows of ${tables} tables as they were at ${createdAt}; each table was read back and is equal.`,
    `It took ${speedText(seconds, databaseBytes)}.`,
    `The secret opens the keys of ${secrets.merchants} merchants and the tokens of ${secrets.stores} stores.`,
  ]
  if (secrets.unreadable.length > 0) {
    const ids = secrets.unreadable.join(', ')
    lines.push(`Merchants whose tokens cannot be read, who must connect their store again: ${ids}.`)
  }
  if (keepsFormer) {
    lines.push('The database that was there is kept: `npm run -s admin -- restore --drop-former` deletes it.')
  }
  lines.push('Messages that were sent after the backup may be sent again.')
  return lines.join('\n')
}
