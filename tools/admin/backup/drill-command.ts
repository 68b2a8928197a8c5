import { type Command, type Outcome, readOptions } from '../command.ts'
import { secondsPerGigabyte, sizeText, speedText } from '../sizes.ts'
import { type Drill, drill } from './drill.ts'

export const drillCommand: Command = {
  usage: '',
  does: 'backs up, restores elsewhere and compares every row, while Stockcast runs',
  run: async (args, config) => {
    readOptions(args, {})
    return getOutcome(await drill(config))
  },
}

function getOutcome({ backedUp, restored, differences }: Drill): Outcome {
  const { databaseBytes, fileBytes, rows, tables } = backedUp
  const { secrets } = restored
  const hasFailed = differences.length > 0 || secrets.unreadable.length > 0
  const text = [
    `Backup: ${speedText(backedUp.seconds, databaseBytes)}, ${sizeText(fileBytes)} from ${sizeText(databaseBytes)}.`,
    `Restore: ${speedText(restored.seconds, databaseBytes)}.`,
    ...differences,
    differences.length === 0
      ? `All ${rows} rows of ${tables} tables are equal.`
      : 'The restored rows differ: keep the log and the former backups, and report this.',
    `The secret opens the keys of ${secrets.merchants} merchants and the tokens of ${secrets.stores} stores.`,
    ...secrets.unreadable.map(
      (id) => `The tokens of merchant ${id} cannot be read: the store must be connected again.`,
    ),
  ].join('\n')
  const json = {
    isEqual: differences.length === 0,
    differences,
    rows,
    tables,
    databaseBytes,
    fileBytes,
    backupSeconds: backedUp.seconds,
    restoreSeconds: restored.seconds,
    backupSecondsPerGigabyte: secondsPerGigabyte(backedUp.seconds, databaseBytes),
    restoreSecondsPerGigabyte: secondsPerGigabyte(restored.seconds, databaseBytes),
    secrets,
  }
  return { text, json, hasFailed }
}
