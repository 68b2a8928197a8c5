import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { LaunchConfig } from '../../launch/config.ts'
import { Problem } from '../../problem.ts'
import { type Command, readOptions, requireOption } from '../command.ts'
import { withDatabase } from '../installation.ts'
import { chosenPassphrase } from '../passphrase.ts'
import { makeBase } from '../point-in-time/commands.ts'
import { secretApartText } from '../secret-texts.ts'
import { sizeText, speedText } from '../sizes.ts'
import { type BackedUp, backUp } from './back-up.ts'

export const backupCommand: Command = {
  usage: '--to FILE [--encrypt] [--passphrase-file FILE] [--with-secret] | --base [--keep NUMBER]',
  does: 'writes a consistent backup while Stockcast runs; --encrypt asks for a passphrase; --base copies the database into WAL_ARCHIVE_DIR',
  run: async (args, config) => {
    const { values } = readOptions(args, {
      to: { type: 'string' },
      encrypt: { type: 'boolean' },
      'passphrase-file': { type: 'string' },
      'with-secret': { type: 'boolean' },
      base: { type: 'boolean' },
      keep: { type: 'string' },
    })
    if (values.base === true) return makeBase(config, values)
    if (values.keep !== undefined) throw new Problem('--keep goes with --base.')
    const file = targetFile(requireOption(values.to, 'Name the file to write with --to.'))
    const passphraseFile = values['passphrase-file']
    const isEncrypted = values.encrypt === true || passphraseFile !== undefined
    const passphrase = isEncrypted ? await chosenPassphrase(passphraseFile) : undefined
    const includesSecret = isEncrypted || values['with-secret'] === true
    const made = await withDatabase(config, ({ readerUrl }) =>
      backUp({ readerUrl, config, file, passphrase, includesSecret }),
    )
    return { text: textOf(made, config), json: made }
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

function textOf(made: BackedUp, config: LaunchConfig): string {
  const size = `${sizeText(made.fileBytes)} from a database of ${sizeText(made.databaseBytes)}`
  return [
    `Backed up ${made.rows} rows of ${made.tables} tables into ${made.file}${made.isEncrypted ? ' (encrypted)' : ''}.`,
    `It took ${speedText(made.seconds, made.databaseBytes)}: ${size}.`,
    secretText(made, config),
  ].join('\n')
}

function secretText({ secret, isEncrypted }: BackedUp, config: LaunchConfig): string {
  if (secret === 'in this backup') {
    const warning = isEncrypted ? '' : ' Whoever has this file can read the stored tokens.'
    return `The secret of the data folder is in this backup.${warning}`
  }
  return secretApartText(secret, config)
}
