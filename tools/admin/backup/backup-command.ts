import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { LaunchConfig } from '../../launch/config.ts'
import { Problem } from '../../problem.ts'
import { type Command, readOptions, requireOption } from '../command.ts'
import { withDatabase } from '../installation.ts'
import { chosenPassphrase } from '../passphrase.ts'
import { sizeText, speedText } from '../sizes.ts'
import { type BackedUp, backUp } from './back-up.ts'

export const backupCommand: Command = {
  usage: '--to FILE [--encrypt] [--passphrase-file FILE] [--with-secret]',
  does: 'writes a consistent backup while Stockcast runs; --encrypt asks for a passphrase',
  run: async (args, config) => {
    const { values } = readOptions(args, {
      to: { type: 'string' },
      encrypt: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      'with-secret': { type: 'boolean' },
    })
    const file = targetFile(requireOption(values.to, 'Name the file to write with --to.'))
    const passphraseFile = values['passphrase-file']
    const isEncrypted = values.encrypt === true || passphraseFile !== undefined
    const passphrase = isEncrypted ? await chosenPassphrase(passphraseFile) : undefined
    const includesSecret = isEncrypted || values['with-secret'] === true
    const made = await withDatabase(config, ({ readerUrl }) =>
      backUp({ readerUrl, config, file, passphrase, includesSecret }),
    )
    return { text: toText(made, config), json: made }
  },
}

/** Returns the file to write; within a folder it gets a name with the time. */
function targetFile(to: string): string {
  const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory() === true
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const file = path.resolve(isFolder ? path.join(to, `stockcast-${time}.backup`) : to)
  if (existsSync(file)) throw new Problem(`${file} exists already: choose another name.`)
  if (existsSync(path.dirname(file))) return file
  throw new Problem(`There is no folder ${path.dirname(file)}: create it first.`)
}

function toText(made: BackedUp, config: LaunchConfig): string {
  const size = `${sizeText(made.fileBytes)} from a database of ${sizeText(made.databaseBytes)}`
  return [
    `Backed up ${made.rows} rows of ${made.tables} tables into ${made.file}${made.isEncrypted ? ' (encrypted)' : ''}.`,
    `It took ${speedText(made.seconds, made.databaseBytes)}: ${size}.`,
    secretText(made, config),
  ].join('\n')
}

function secretText({ secret, isEncrypted }: BackedUp, { dataDir }: LaunchConfig): string {
  if (secret === 'in this backup') {
    const warning = isEncrypted ? '' : ' Whoever has this file can read the stored tokens.'
    return `The secret of the data folder is in this backup.${warning}`
  }
  const place = secret === 'in the environment' ? 'STOCKCAST_SECRET' : path.join(dataDir, 'secret')
  return `The secret is not in this backup: keep ${place} apart. Without it stored tokens cannot be read.`
}
